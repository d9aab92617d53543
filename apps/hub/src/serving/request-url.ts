/** The parts of a request's `url`, which is a path with its query. */

export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? ""

export const queryOf = (url: string): URLSearchParams => {
  const at = url.indexOf("?")
  return new URLSearchParams(at < 0 ? "" : url.slice(at + 1))
}
