/** Keeps a spreadsheet from running text as a formula. Pure. https://owasp.org/www-community/attacks/CSV_Injection */

/** A signed number or a telephone number is not a formula. */
const isFormula = (text: string): boolean =>
  /^[=@\t\r]/.test(text) || (/^[+-]/.test(text) && !/^[+-][\d\s().-]+$/.test(text))

/** Adds a leading `'` if a spreadsheet would run the text. */
export const safeCell = (text: string): string => (isFormula(text) ? `'${text}` : text)
