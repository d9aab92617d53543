/** Under which addresses the server is reached: what `Host` and `Origin` may say. Anything else is another site's page. */
import * as Context from "effect/Context"

export class ServedAt extends Context.Service<
  ServedAt,
  {
    /** The first address, for people and redirects: an origin. */
    readonly url: string
    /** Values of `Host`, in lower case. */
    readonly hosts: ReadonlySet<string>
    readonly origins: ReadonlySet<string>
    /**
     * Cookies know no ports: two hubs on one machine would take each other's. Servers behind one address have one name, so
     * that each takes what another one set.
     */
    readonly cookie: string
    /** Whether browsers come by https. */
    readonly isSecure: boolean
  }
>()("@inlay/hub/ServedAt") {}

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]

const bracketed = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host)

const isLoopback = (host: string): boolean => LOOPBACK.includes(bracketed(host))

const portOf = (url: URL | undefined): string | undefined =>
  url && (url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port)

export interface Listening {
  /** Where it listens. */
  readonly host: string
  readonly port: number
  /** The address under which others reach it, such as a proxy's. */
  readonly url: URL | undefined
}

export const servedAt = ({ host, port, url }: Listening): ServedAt["Service"] => {
  const names = isLoopback(host) ? LOOPBACK : [bracketed(host), ...LOOPBACK]
  const own = names.map((name) => new URL(`http://${name}:${port}`))
  const all = url === undefined ? own : [url, ...own]
  return {
    url: url?.origin ?? `http://${bracketed(host)}:${port}`,
    hosts: new Set(all.map((one) => one.host)),
    origins: new Set(all.map((one) => one.origin)),
    cookie: `inlay_session_${portOf(url) ?? port}`,
    isSecure: url?.protocol === "https:"
  }
}
