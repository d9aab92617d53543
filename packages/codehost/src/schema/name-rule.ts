/** The rule of an owner's, a repository's, an organization's or a team's name. Pure. */

export const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/

/** Whether a text is `owner/repo`. */
export const isFullName = (text: string): boolean => {
  const parts = text.split("/")
  return parts.length === 2 && parts.every((part) => NAME.test(part))
}
