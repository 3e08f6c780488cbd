/** ISO 3166-1 codes that the Payment Element offers, Japan first. */
const codes = (
  'JP AE AR AT AU BD BE BG BR CA CH CL CN CO CR CY CZ DE DK EE EG ES FI FR GB GR HK HR HU ID IE IL IN IS IT KE ' +
  'KH KR KW KZ LA LK LT LU LV MM MN MO MT MX MY NG NL NO NP NZ ' +
  'PE PH PK PL PT QA RO RS SA SE SG SI SK TH TN TR TW UA US UY VN ZA'
).split(' ');

/** The select of countries, with Japanese names. */
export function countrySelect(
  selected: string,
  onChange: () => void,
): { root: HTMLElement; select: HTMLSelectElement } {
  const names = new Intl.DisplayNames(['ja'], { type: 'region' });
  const root = document.createElement('div');
  const label = document.createElement('label');
  const select = document.createElement('select');
  root.className = 'Field Field--country';
  Object.assign(label, { className: 'Label', htmlFor: 'country', textContent: '国または地域' });
  Object.assign(select, { className: 'Input', id: 'country', name: 'country', autocomplete: 'country' });
  for (const code of codes)
    select.append(new Option(names.of(code) ?? code, code, code === selected, code === selected));
  select.addEventListener('change', onChange);
  root.append(label, select);
  return { root, select };
}
