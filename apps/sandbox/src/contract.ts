// What a plugin's sandbox is, as far as this app is concerned.

import type { IncomingMessage, ServerResponse } from "node:http"

/** `path` is the pathname below where the handler is mounted, still percent-encoded, without a query. */
export type Handler = (req: IncomingMessage, res: ServerResponse, path: string) => void

export interface Examples {
  readonly match: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly noMatch: ReadonlyArray<Readonly<Record<string, unknown>>>
}

export interface Description {
  /** Base addresses of the plugin's services and of its demo pages, by name. */
  readonly urls: Readonly<Record<string, string>>
  /** The variables that connect an account to it. */
  readonly env: Readonly<Record<string, string>>
  /** Inputs that match and inputs that do not, by the id of the tool step. */
  readonly examples: Readonly<Record<string, Examples>>
  /** Base address of the control API. */
  readonly control: string
}

export interface PluginSandbox {
  readonly id: string
  readonly handlers: { readonly api: Handler; readonly control: Handler; readonly pages: Handler }
  /** First segments of the paths that `handlers.pages` answers for, such as `/in`. */
  readonly pagePrefixes: ReadonlyArray<string>
  readonly describe: (origin: string) => Description
}

export type MakeSandbox = () => PluginSandbox
