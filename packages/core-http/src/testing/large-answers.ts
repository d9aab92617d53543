/**
 * Answers of the maximum length, one for each kind of content that is expensive to read: a key echoed in every
 * spelling, only brackets, endless numbers, thousands of records. Tests send them over a real connection and compare
 * the cost of reading them with the figures in the README.
 */

/** The default size limit of an answer. */
export const LARGE_BYTES = 16 * 1024 * 1024

/** One answer of about `LARGE_BYTES`. */
export interface LargeAnswer {
  readonly name: string
  /** Default 200. */
  readonly status?: number
  /** Default JSON. */
  readonly contentType?: string
  readonly body: () => Buffer
}

const ROOM = 2_000

/** Repeats a part as often as it fits. */
const fill = (before: string, part: string, after: string): Buffer => {
  const bytes = Buffer.byteLength(part)
  return Buffer.concat([
    Buffer.from(before),
    Buffer.alloc(bytes * Math.floor((LARGE_BYTES - ROOM) / bytes), part),
    Buffer.from(after)
  ])
}

/** Repeats a part that contains its number, as often as it fits. */
const fillNumbered = (before: string, part: (n: number) => string, after: string): Buffer => {
  const parts: Array<string> = [before]
  for (let n = 0, bytes = 0; ; n++) {
    const next = part(n)
    bytes += Buffer.byteLength(next)
    if (bytes > LARGE_BYTES - ROOM) break
    parts.push(next)
  }
  parts.push(after)
  return Buffer.from(parts.join(""))
}

const hex = (unit: number, digits: number) => unit.toString(16).padStart(digits, "0")
const each = (text: string, write: (unit: number) => string) =>
  text
    .split("")
    .map((letter) => write(letter.charCodeAt(0)))
    .join("")

/** The ways in which a key may be written, each as it appears in a JSON string. */
const spellings = (key: string): Readonly<Record<string, string>> => ({
  plain: key,
  "URL-encoded": each(key, (unit) => `%${hex(unit, 2)}`),
  "URL-encoded twice": each(key, (unit) => `%25${hex(unit, 2)}`),
  "JSON escapes": each(key, (unit) => `\\u${hex(unit, 4)}`),
  "JSON escapes of escapes": each(key, (unit) => `\\\\u${hex(unit, 4)}`),
  "HTML entities": each(key, (unit) => `&#${unit};`),
  base64: Buffer.from(`key:${key}!`).toString("base64"),
  "zero-width characters": each(key, (unit) => `${String.fromCharCode(unit)}\u200B`),
  "soft hyphens": each(key, (unit) => `${String.fromCharCode(unit)}\u00AD`),
  "NUL characters": each(key, (unit) => `${String.fromCharCode(unit)}\\u0000`),
  "line ends": each(key, (unit) => `${String.fromCharCode(unit)}\\n`)
})

/** The key without its last letter, which a search has to examine closely but must leave unchanged. */
const nearly = (key: string) => key.slice(0, -1)

const echoes = (key: string): ReadonlyArray<LargeAnswer> =>
  Object.entries(spellings(key)).flatMap(([spelling, echo]) => [
    { name: `echoes in a list, ${spelling}`, body: () => fill('{"list":["', `a ${echo}","`, '"]}') },
    { name: `echoes in one text, ${spelling}`, body: () => fill('{"text":"', `${echo} `, '"}') }
  ])

const nearEchoes = (key: string): ReadonlyArray<LargeAnswer> =>
  Object.entries(spellings(nearly(key))).map(([spelling, echo]) => ({
    name: `almost echoes, ${spelling}`,
    body: () => fill('{"list":["', `${echo} x","`, '"]}')
  }))

const SIGNS: Readonly<Record<string, string>> = {
  "per cent": "%",
  ampersands: "&",
  backslashes: "\\\\",
  "line ends": "\\n",
  blanks: " ",
  "line ends among blanks": "   \\n   ",
  "zero-width characters": "\u200B",
  "tag characters": "\u{E0041}",
  controls: "\\u0001",
  emoji: "😀",
  accents: "é",
  "URL escapes of invisible characters": "%E2%80%8B",
  "HTML entities of ampersands": "&amp;"
}

const signs: ReadonlyArray<LargeAnswer> = Object.entries(SIGNS).flatMap(([name, sign]) => [
  { name: `one text of ${name}`, body: () => fill('{"text":"', sign, '"}') },
  { name: `texts of ${name}`, body: () => fill('{"list":["', `${sign.repeat(8)}","`, '"]}') }
])

const shapes: ReadonlyArray<LargeAnswer> = [
  { name: "one plain text", body: () => fill('{"text":"', "plain words ", '"}') },
  { name: "short plain texts", body: () => fill('{"list":["', 'a","', '"]}') },
  { name: "empty lists", body: () => fill('{"list":[', "[],", "0]}") },
  { name: "empty objects", body: () => fill('{"list":[', "{},", "0]}") },
  { name: "lists 200 deep", body: () => fill("[", `${"[".repeat(200)}${"]".repeat(200)},`, "0]") },
  { name: "lists within lists", body: () => Buffer.from("[".repeat(8_000_000) + "]".repeat(8_000_000)) },
  { name: "objects 200 deep", body: () => fill("[", `${'{"a":'.repeat(200)}1${"}".repeat(200)},`, "0]") },
  { name: "zeros", body: () => fill("[", "0,", "0]") },
  {
    name: "as many zeros as are read, and a long text",
    body: () =>
      Buffer.concat([
        Buffer.from("["),
        Buffer.alloc(3_400_000, "0,"),
        Buffer.from(`"${"plain words ".repeat(1_100_000)}"]`)
      ])
  },
  { name: "long numbers", body: () => fill("[", "12345678901234567890,", "0]") },
  { name: "numbers past all bounds", body: () => fill("[", "1e400,", "0]") },
  { name: "numbers of 9,000 digits", body: () => fill("[", `${"9".repeat(9_000)},`, "0]") },
  { name: "fields by the thousand", body: () => fillNumbered("{", (n) => `"field ${n}":${n},`, '"":0}') },
  { name: "each object with a name of its own", body: () => fillNumbered("[", (n) => `{"f${n}":0},`, "0]") },
  {
    name: "objects of 50,000 fields",
    body: () => fillNumbered("[{", (n) => (n % 50_000 === 49_999 ? `"z":0},{` : `"f${n}":0,`), '"z":0}]')
  },
  { name: "one long name of a field", body: () => fill('{"', "name ", '":1}') },
  { name: "long names of fields", body: () => fillNumbered("{", (n) => `"${n}${"n".repeat(5_000)}":1,`, '"z":0}') },
  { name: "blanks before the value", body: () => fill("", " ", '{"a":1}') },
  { name: "blanks between values", body: () => fill('{"list":[', `1,${" ".repeat(40)}`, "0]}") },
  { name: "a web page", contentType: "text/html", body: () => fill("<html>", "<p>words</p>", "</html>") },
  { name: "JSON cut short", body: () => fill('{"list":["', 'a longer text","', "") },
  { name: "a failure of many words", status: 422, body: () => fill('{"errors":["', 'no such thing","', '"]}') },
  { name: "a refusal of one long word", status: 422, body: () => fill('{"message":"', "not ", '"}') }
]

const person = (n: number) =>
  JSON.stringify({
    name: `Ada Lovelace ${n}`,
    job_title: "Engineer",
    summary: "Writes programs for engines that are not built yet. ".repeat(6),
    seniority: "senior",
    emails: [{ value: `ada.${n}@example.com`, kind: "work", status: "verified" }],
    phones: [{ value: `+61 2 5550 ${n}`, doNotCall: true }],
    company: { name: `Example ${n}`, domain: `example-${n}.com` },
    profile_url: `https://network.example/in/ada-${n}`
  })

const records: ReadonlyArray<LargeAnswer> = [
  { name: "people by the thousand", body: () => fillNumbered('{"people":[', (n) => `${person(n)},`, `${person(0)}]}`) },
  {
    name: "one person with addresses by the thousand",
    body: () =>
      fillNumbered('{"person":{"name":"Ada","emails":[', (n) => `"ada.${n}@example.com",`, '"ada@example.com"]}}')
  },
  {
    name: "one person of a million fields",
    body: () =>
      fillNumbered('{"person":{"name":"Ada","email":"ada@example.com"', (n) => `,"f${n % 90_000}":"${n}"`, "}}")
  },
  {
    name: "one person with a long story",
    body: () => fill('{"person":{"name":"Ada","email":"ada@example.com","about":"', "A story. ", '"}}')
  },
  {
    name: "one person with a very long name",
    body: () => fill('{"person":{"email":"ada@example.com","name":"', "Ada ", '"}}')
  }
]

/** All large answers. Those with echoes contain this key. */
export const largeAnswers = (key: string): ReadonlyArray<LargeAnswer> => [
  ...shapes,
  ...records,
  ...signs,
  ...echoes(key),
  ...nearEchoes(key)
]
