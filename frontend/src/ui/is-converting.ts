/**
 * Whether a key only steers an input method: Enter takes the conversion of kana, Escape takes it back, arrows choose a
 * candidate. Safari says so by the key code alone (w3.org/WAI/WCAG22/Techniques/client-side-script/SCR41).
 */
export const isConverting = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;
