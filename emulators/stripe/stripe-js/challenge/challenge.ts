/**
 * The bank's page: sends the card holder's choice to the emulator and tells the page around it that it is done, or, as
 * a bank that took over the whole window, returns to the address that it was given.
 */
const given = new URLSearchParams(location.hash.slice(1));
const page = given.get('page');
const returnTo = given.get('return');
const report = document.querySelector('[role=status]');
const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[value]')];

async function choose(outcome: string): Promise<void> {
  for (const button of buttons) button.disabled = true;
  const response = await fetch(location.pathname, { method: 'POST', body: new URLSearchParams({ outcome }) }).catch(
    () => undefined,
  );
  if (response?.ok && returnTo !== null) return location.assign(returnTo);
  if (response?.ok && page !== null) {
    window.parent.postMessage({ threeDSecure: 'done' }, page);
    return;
  }
  for (const button of buttons) button.disabled = false;
  if (report) report.textContent = '銀行に接続できませんでした。もう一度お試しください。';
}

for (const button of buttons) {
  button.addEventListener('click', () => void choose(button.value));
  button.disabled = false;
}
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && page !== null) window.parent.postMessage({ threeDSecure: 'closed' }, page);
});
