/** Splits an email address at the places where it may wrap if it is too long for a line: before the @ first. Pure. */
export const addressParts = (address: string): ReadonlyArray<string> => {
  const at = address.lastIndexOf("@")
  return at > 0 ? [address.slice(0, at), address.slice(at)] : [address]
}

/** Splits a part that is itself too long. Each piece except the last ends with a dot, a hyphen or an underscore. */
export const pieces = (part: string): ReadonlyArray<string> => part.split(/(?<=[._-])/)
