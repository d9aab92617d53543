/** A tool call as code for other programs. Pure. */
export interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly account: string | undefined
  /** The hub's own address. */
  readonly origin: string
}

/** Quotes text for a shell. Single quotes prevent any expansion. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

export const cli = ({ tool, input, account }: Call): string =>
  `inlay run ${tool} --input ${quoted(JSON.stringify(input))}${account === undefined ? "" : ` --account ${quoted(account)}`}`

const withAccount = ({ input, account }: Call) => ({ input, ...(account !== undefined && { account }) })

export const mcp = ({ tool, input, account }: Call): string =>
  JSON.stringify(
    {
      method: "tools/call",
      params: { name: tool, arguments: { ...input, ...(account !== undefined && { account }) } }
    },
    null,
    2
  )

export const code = (
  call: Call
): string => `const response = await fetch(${JSON.stringify(`${call.origin}/api/tools/${call.tool}/runs`)}, {
  method: "POST",
  headers: { authorization: \`Bearer \${process.env.INLAY_HUB_TOKEN}\`, "content-type": "application/json" },
  body: JSON.stringify(${JSON.stringify(withAccount(call), null, 2).replaceAll("\n", "\n  ")})
})
const { output, error } = await response.json()`
