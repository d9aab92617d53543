/**
 * Canary secrets, and an eye that finds one wherever it stands: in plain, URL-encoded, escaped for JSON or HTML, inside
 * base64 at any alignment, in hexadecimal, reversed, in pieces. It reads by decoding what it is given; redaction searches
 * for encoded forms: neither knows the other's way. It needs Node alone.
 */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const DIGITS = "0123456789"
const WORD = LETTERS + DIGITS

/** Mulberry32: the same canaries for the same seed, everywhere. */
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

/** Words of random characters, joined by what every encoding treats in its own way. */
const around = (signs: ReadonlyArray<string>) => (random: Random) =>
  signs.map((sign) => pick(random, WORD, 3 + random(4)) + sign).join("") + pick(random, WORD, 4)

const jwt = (random: Random): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const claims = { iss: "canary", sub: pick(random, WORD, 12), exp: 1_900_000_000 + random(1e6) }
  return `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}.${pick(random, `${WORD}-_`, 43)}`
}

/** What keys look like, and what a header value can carry at its worst. */
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

/** As many secrets as asked for; each eleventh is the beginning or the middle of an earlier one. */
export const canaries = (count: number, seed = 1): ReadonlyArray<string> => {
  const random = randomOf(seed)
  const keys = new Set<string>()
  while (keys.size < count) {
    const whole = [...keys][random(Math.max(1, keys.size))] ?? ""
    const from = random(2) === 0 ? 0 : 8
    // A token's beginning is in every other one.
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

/** Each takes one layer off; what is not encoded stays. */
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

/** The text, and all that up to three layers of encoding leave, each with the layers' names. */
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

/** What all runs of base64 in a text hold, at every alignment: a run may begin within what looks like one. */
const base64Content = (text: string): string => {
  const contents = [...new Set(text.match(RUN))].flatMap((run) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), "base64").toString("latin1"))
  )
  return contents.join("\n")
}

/** Both ways in which bytes may be text. */
const bothSets = (text: string): string => `${text}\n${asUtf8(text)}`

/** The least of a piece that still gives away what it is a piece of. */
const MIN_PIECE_CHARS = 12

/** Half a secret is a leak too, where the half is long. */
const piecesOf = (secret: string): ReadonlyArray<string> => {
  const half = Math.ceil(secret.length / 2)
  return half < MIN_PIECE_CHARS ? [] : [secret.slice(0, half), secret.slice(-half)]
}

/** A plus in a form is a space; who breaks lines adds blanks. */
const asBlanks = (text: string): string => text.replace(/[\s+]+/g, " ")
const inOneLine = (text: string): string => text.replace(/[ \t]*[\r\n]+[ \t]*/g, "")

/** Reads a text once and says of any secret in which forms it stands there; none is the empty list. */
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

/** `look` at one text for one secret. */
export const find = (content: string | Uint8Array, secret: string): ReadonlyArray<string> => look(content)(secret)
