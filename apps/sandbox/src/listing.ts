// Describes the sandbox: as one JSON document for programs, and as text for people.

import type { Description } from "@inlay/sandbox-kit/sandbox"

export interface PluginListing extends Description {
  readonly id: string
}

export interface Listing {
  /** Every base address and demo page, by name. */
  readonly urls: Readonly<Record<string, string>>
  /** Values other than addresses that calls need, by name. */
  readonly values: Readonly<Record<string, string>>
  readonly plugins: Readonly<Record<string, Omit<Description, "urls" | "values">>>
}

export const listingOf = (plugins: ReadonlyArray<PluginListing>): Listing => ({
  urls: Object.assign({}, ...plugins.map(({ urls }) => urls)),
  values: Object.assign({}, ...plugins.map(({ values }) => values)),
  plugins: Object.fromEntries(plugins.map(({ control, env, examples, id }) => [id, { env, examples, control }]))
})

/** One line of JSON: addresses and values at the top level, the rest under `plugins`. */
export const listingJson = ({ plugins, urls, values }: Listing): string =>
  JSON.stringify({ ...urls, ...values, plugins })

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const table = (rows: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
}

const sample = ({ examples }: PluginListing): ReadonlyArray<string> => {
  const [step, inputs] = Object.entries(examples)[0] ?? []
  const input = inputs?.match[0]
  if (step === undefined || input === undefined) return []
  return ["", "Try", "", `  pnpm inlay run ${step} --input ${quote(JSON.stringify(input))}`]
}

const pluginText = (plugin: PluginListing): ReadonlyArray<string> => [
  plugin.id,
  "",
  ...table([...Object.entries(plugin.urls), ...Object.entries(plugin.values ?? {}), ["control", plugin.control]]),
  "",
  "Connect",
  "",
  ...Object.entries(plugin.env).map(([name, value]) => `  export ${name}=${value}`),
  ...sample(plugin),
  ""
]

export const listingText = (origin: string, plugins: ReadonlyArray<PluginListing>): string =>
  [`Sandbox on ${origin}`, "", ...plugins.flatMap(pluginText), "Ctrl-C ends it."].join("\n")
