/** Text that a spreadsheet keeps as text. Pure. https://owasp.org/www-community/attacks/CSV_Injection */

/** A number with its sign is no formula, nor is a telephone number. */
const isFormula = (text: string): boolean =>
  /^[=@\t\r]/.test(text) || (/^[+-]/.test(text) && !/^[+-][\d\s().-]+$/.test(text))

/** With `'` before it where a spreadsheet would run it. */
export const safeCell = (text: string): string => (isFormula(text) ? `'${text}` : text)
