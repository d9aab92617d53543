/**
 * The host of an address as networks know it, if that is not how it is written: a letter of another script looks like
 * one of this. `undefined` for a host of plain letters.
 */
export const internationalHost = (address: string): string | undefined => {
  if (!/[^\x20-\x7e]/.test(address) || !URL.canParse(address)) return undefined
  const { host } = new URL(address)
  return host.includes("xn--") ? host : undefined
}
