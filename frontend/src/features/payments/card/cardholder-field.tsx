import { TextField } from '../../../ui/text-field';

/** The name on a card, in Roman letters. */
export const CardholderField = (props: Omit<Parameters<typeof TextField>[0], 'label'>) => (
  <TextField
    label="カード名義人"
    required
    autoComplete="cc-name"
    autoCapitalize="characters"
    placeholder="TARO YAMADA"
    help="カードに記載のローマ字"
    {...props}
  />
);
