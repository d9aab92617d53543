/** The rule for names of owners, repositories, organizations and teams. Pure. */

export const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/

/** Whether a text has the form `owner/repo`. */
export const isFullName = (text: string): boolean => {
  const parts = text.split("/")
  return parts.length === 2 && parts.every((part) => NAME.test(part))
}
