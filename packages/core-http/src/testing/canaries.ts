/**
 * Makes canary secrets, and finds them in any text: plain, URL-encoded, escaped for JSON or HTML, inside base64 at any
 * alignment, in hexadecimal, reversed, or in pieces. It works by decoding its input, whereas redaction searches for
 * encoded forms, so the two are independent of each other. Needs only Node.
 */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const DIGITS = "0123456789"
const WORD = LETTERS + DIGITS

/** Mulberry32. The same seed gives the same canaries everywhere. */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) % below
  }
}

type Random = ReturnType<typeof randomOf>

const pick = (random: Random, from: string, count: number): string =>
  Array.from({ length: count }, () => from[random(from.length)]).join("")

/** Makes random words, joined by characters that encodings treat differently. */
const around = (signs: ReadonlyArray<string>) => (random: Random) =>
  signs.map((sign) => pick(random, WORD, 3 + random(4)) + sign).join("") + pick(random, WORD, 4)

const jwt = (random: Random): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const claims = { iss: "canary", sub: pick(random, WORD, 12), exp: 1_900_000_000 + random(1e6) }
  return `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}.${pick(random, `${WORD}-_`, 43)}`
}

/** Typical shapes of keys, and the worst that a header value can carry. */
const shapes: ReadonlyArray<(random: Random) => string> = [
  (random) => `${pick(random, LETTERS, 4)}${pick(random, DIGITS, 2)}${pick(random, LETTERS, 2)}`,
  (random) => `sk_live_${pick(random, WORD, 24)}`,
  (random) => pick(random, "0123456789abcdef", 40),
  (random) => [8, 4, 4, 4, 12].map((length) => pick(random, "0123456789abcdef", length)).join("-"),
  (random) => `${pick(random, `${WORD}+/`, 42)}==`,
  (random) => pick(random, `${WORD}-_`, 43),
  jwt,
  (random) => pick(random, WORD, 200),
  (random) => `9${pick(random, DIGITS, 13)}`,
  around([".*", "+?", "^$", "()", "[]", "{2}", "|", "\\d"]),
  around(['"', "'", "\\", "`", '\\"', "\\\\", "/"]),
  around(["%2B", "%2f", "%zz", "%", "%25", "+"]),
  around([" ", "  ", "-", " ", "+"]),
  around(["&", "=", "?", "#", "/", ":", "@", ";", ","]),
  around(["<", ">", "&amp;", '"', "'", "</b>"]),
  around(["!", "'", "(", ")", "*", "~", "-", "_", "."]),
  around(["$&", "$1", "$$", "$`", "\\1"]),
  around(['{"k":', '"', "}", "\\u0041", "\\n"]),
  around(["é", "ü", "ß", "¿"]),
  around(["\t", "||", "--", "__", "=="])
]

/** Makes this many secrets. Every eleventh is the beginning or the middle of an earlier one. */
export const canaries = (count: number, seed = 1): ReadonlyArray<string> => {
  const random = randomOf(seed)
  const keys = new Set<string>()
  while (keys.size < count) {
    const whole = [...keys][random(Math.max(1, keys.size))] ?? ""
    const from = random(2) === 0 ? 0 : 8
    // Not the beginning of a JWT, which is the same in all of them.
    const isPart = keys.size % 11 === 10 && whole.length >= 24 && !whole.startsWith("eyJ")
    const next = isPart ? whole.slice(from, from + 14).trim() : shapes[keys.size % shapes.length]?.(random)
    if (next !== undefined) keys.add(next)
  }
  return [...keys]
}

const charOf = (hex: string) => String.fromCharCode(parseInt(hex, 16))
const asUtf8 = (text: string) => Buffer.from(text, "latin1").toString("utf8")

const SIGNS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  n: "\n",
  r: "\r",
  t: "\t"
}

/** Each removes one layer of encoding, and leaves unencoded text unchanged. */
const decoders: Readonly<Record<string, (text: string) => string>> = {
  url: (text) => text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => charOf(hex)),
  json: (text) =>
    text.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gi, (_, unit?: string, byte?: string, sign = "") =>
      unit === undefined && byte === undefined ? (SIGNS[sign] ?? sign) : charOf(unit ?? byte ?? "")
    ),
  html: (text) =>
    text.replace(/&(?:#(\d{1,5})|#x([0-9a-f]{1,4})|([a-z]+));/gi, (all, code?: string, hex?: string, name = "") =>
      code === undefined ? (hex === undefined ? (SIGNS[name] ?? all) : charOf(hex)) : String.fromCharCode(Number(code))
    )
}

const MAX_LAYERS = 3

/** Returns the text and every result of decoding up to three layers, each with the names of the layers. */
const unwrap = (text: string): ReadonlyMap<string, string> => {
  const readingNames = new Map([[text, "plain"]])
  let outer = [...readingNames]
  for (let layer = 0; layer < MAX_LAYERS && outer.length > 0; layer++) {
    const inner = outer.flatMap(([from, name]) =>
      Object.entries(decoders).map(
        ([how, decode]) => [decode(from), name === "plain" ? how : `${name}+${how}`] as const
      )
    )
    outer = inner.filter(([decoded]) => !readingNames.has(decoded)).map(([decoded, name]) => [decoded, name])
    for (const [decoded, name] of outer) readingNames.set(decoded, name)
  }
  return readingNames
}

const RUN = /[\w+/-]{10,}/g

/** Decodes all runs of base64 in a text at every alignment, because the base64 may begin in the middle of a run. */
const base64Content = (text: string): string => {
  const contents = [...new Set(text.match(RUN))].flatMap((run) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), "base64").toString("latin1"))
  )
  return contents.join("\n")
}

/** Returns the text both as Latin-1 and as UTF-8. */
const bothSets = (text: string): string => `${text}\n${asUtf8(text)}`

/** The shortest piece that still identifies its secret. */
const MIN_PIECE_CHARS = 12

/** Half of a secret is a leak too, if the half is long enough. */
const piecesOf = (secret: string): ReadonlyArray<string> => {
  const half = Math.ceil(secret.length / 2)
  return half < MIN_PIECE_CHARS ? [] : [secret.slice(0, half), secret.slice(-half)]
}

/** A plus in a form is a space, and line breaks are often surrounded by blanks. */
const asBlanks = (text: string): string => text.replace(/[\s+]+/g, " ")
const inOneLine = (text: string): string => text.replace(/[ \t]*[\r\n]+[ \t]*/g, "")

/**
 * Decodes a text once. The returned function lists the forms in which a secret occurs in it, or an empty list if it
 * does not.
 */
export const look = (content: string | Uint8Array): ((secret: string) => ReadonlyArray<string>) => {
  const text = typeof content === "string" ? content : bothSets(Buffer.from(content).toString("latin1"))
  const readings = [...unwrap(text)].flatMap(([reading, name]): ReadonlyArray<readonly [string, string]> => {
    const lines = inOneLine(reading)
    const base64 = base64Content(lines === reading ? reading : `${reading}\n${lines}`)
    return [
      [name, bothSets(reading).toLowerCase()],
      [`${name}+lines`, lines === reading ? "" : bothSets(lines).toLowerCase()],
      [`${name}+base64`, bothSets(base64).toLowerCase()]
    ]
  })
  const spacedText = asBlanks(readings.map(([, reading]) => reading).join("\n"))
  const lower = text.toLowerCase()
  const wide = lower.replaceAll("\0", "")
  return (secret) => {
    const needle = secret.toLowerCase()
    const pieces = piecesOf(needle)
    return [
      ...readings.filter(([, reading]) => reading.includes(needle)).map(([name]) => name),
      ...(/[\s+]/.test(needle) && spacedText.includes(asBlanks(needle)) ? ["blanks"] : []),
      ...(wide.length < lower.length && wide.includes(needle) ? ["utf16"] : []),
      ...(lower.replace(/[\s:]/g, "").includes(Buffer.from(secret).toString("hex")) ? ["hex"] : []),
      ...(lower.includes([...needle].toReversed().join("")) ? ["reversed"] : []),
      ...(readings.some(([, reading]) => pieces.some((piece) => reading.includes(piece))) ? ["piece"] : [])
    ]
  }
}

/** Searches one text for one secret, as `look` does. */
export const find = (content: string | Uint8Array, secret: string): ReadonlyArray<string> => look(content)(secret)
