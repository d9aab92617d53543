/** Where an e-mail address may be broken that is too long for its line: before the @ first, and only then within. Pure. */
export const addressParts = (address: string): ReadonlyArray<string> => {
  const at = address.lastIndexOf("@")
  return at > 0 ? [address.slice(0, at), address.slice(at)] : [address]
}

/** The pieces of a part that is too long by itself: each ends with a dot, a hyphen or an underscore, but for the last. */
export const pieces = (part: string): ReadonlyArray<string> => part.split(/(?<=[._-])/)
