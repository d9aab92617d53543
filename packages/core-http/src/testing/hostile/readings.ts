/**
 * Interprets a path as servers and proxies may before they route it: in the most literal way, in the most lenient way,
 * and repeatedly.
 */

const decodeAscii = (path: string): string =>
  path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/** Decodes valid UTF-8 as such, and otherwise only single ASCII bytes. */
const decode = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return decodeAscii(path)
  }
}

/**
 * Reads a path as a file system or a servlet container does: compatibility characters become plain, parameters and
 * blanks are dropped.
 */
const lenient = (path: string): string =>
  path
    .normalize("NFKC")
    .replace(/[\\\u00a5\u20a9\u2044\u2215\u2216\u29f5\u29f8\u2571]/g, "/")
    .replace(/[\u3002\u06d4\u0701\u0702\ua4f8]/g, ".")
    .replace(/[?#\0].*$/s, "")
    .split("/")
    .map((segment) => (segment.split(";", 1)[0] ?? "").trim())
    .join("/")

const withoutDots = (path: string): string => {
  const keptReadings: Array<string> = []
  for (const segment of path.replace(/\/{2,}/g, "/").split("/")) {
    if (segment === "..") keptReadings.pop()
    else if (segment !== ".") keptReadings.push(segment)
  }
  return keptReadings.join("/")
}

const TIMES = [0, 1, 2, 3]

const decodedTimes = (path: string, times: number, decoder: (text: string) => string): string =>
  times === 0 ? path : decodedTimes(decoder(path), times - 1, decoder)

/** Where a path leads for each kind of reader, decoded up to three times. */
const readings = (path: string): ReadonlyArray<string> => {
  const texts = TIMES.flatMap((times) => [decodedTimes(path, times, decode), decodedTimes(path, times, decodeAscii)])
  return [...new Set(texts)].flatMap((text) => [withoutDots(text), withoutDots(lenient(text))])
}

/** Returns whether every reader finds the path at or below the base path. */
export const staysBelow = (base: string, path: string): boolean =>
  readings(path).every((reading) => reading === base || reading.startsWith(`${base}/`))
