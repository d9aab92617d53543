/**
 * Generates `server.json`, the MCP server's entry for MCP registries (https://github.com/modelcontextprotocol/registry,
 * server.json of 2025-12-11), with the variables from which accounts are made and the program's own. `mcpName` in the
 * package proves that the entry is its own.
 */
import { enteredFields, type Field } from "@inlay/agent-plugin/Account"
import { envOf } from "@inlay/agent-plugin/Environment"
import type { Plugin } from "@inlay/agent-plugin/Plugin"

import { generatedJson, type Output } from "./outputs.ts"
import { readPackage } from "./workspace.ts"

const FOLDER = "apps/hub"
const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
const DESCRIPTION = "Sales data, a code host and web analytics for agents; never pays twice for an answer."

/** The format in which a client asks for the value; without one it is text. */
const FORMATS: Partial<Record<Field["type"], string>> = { boolean: "boolean", file: "filepath", number: "number" }

/** The program's own variables for a client that starts it. Those of the command line and of servers are left out. */
const OWN = [
  {
    name: "INLAY_DATA",
    description: "The folder of accounts, ledger and cached answers. Empty: a folder of the user's own.",
    isSecret: false,
    format: "filepath"
  },
  {
    name: "INLAY_DATABASE",
    description: "A PostgreSQL database instead of the folder: postgres://user:password@db.example/inlay.",
    isSecret: true
  },
  {
    name: "INLAY_SECRET_KEY",
    description:
      "The key that encrypts stored accounts: 32 bytes in base64 or hex. Empty: the file secret.key in the folder.",
    isSecret: true
  }
]

const variables = (plugins: ReadonlyArray<Plugin>) => {
  const fields = plugins.flatMap(({ id, title, accountKinds }) =>
    accountKinds.flatMap((kind) => enteredFields(kind).map((field) => ({ name: envOf(id, field), title, field })))
  )
  const byName = new Map(fields.map((each) => [each.name, each]))
  const ofAccounts = [...byName.values()].map(({ name, title, field }) => ({
    name,
    description: `${title}: ${field.help}`,
    isSecret: field.secret && field.type !== "file",
    ...(FORMATS[field.type] !== undefined && { format: FORMATS[field.type] }),
    ...(field.default !== undefined && { default: field.default })
  }))
  return [...ofAccounts, ...OWN]
}

export const serverFile = async (root: string, plugins: ReadonlyArray<Plugin>): Promise<Output> => {
  const { name, version, homepage } = (await readPackage(root, FOLDER)) as {
    readonly name: string
    readonly version: string
    readonly homepage: string
  }
  const url = homepage.replace(/#.*$/, "")
  return generatedJson(`${FOLDER}/server.json`, {
    $schema: SCHEMA,
    name: `io.github.${new URL(url).pathname.slice(1)}`,
    title: "Inlay",
    description: DESCRIPTION,
    version,
    websiteUrl: url,
    repository: { url, source: "github", subfolder: FOLDER },
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
        environmentVariables: variables(plugins)
      }
    ]
  })
}
