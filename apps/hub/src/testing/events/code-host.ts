/** A simulated code host for tests: actions of people, the hooks at the service, and the deliveries that it sent. */
import { startSandbox } from "@inlay/codehost-sandbox"

export interface ServiceHook {
  readonly id: number
  readonly active: boolean
  readonly events: ReadonlyArray<string>
  readonly url: string
}

interface HookRecord {
  readonly id: number
  readonly active: boolean
  readonly events: ReadonlyArray<string>
  readonly config: { readonly url: string }
}

interface Sent {
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly payload: object }
}

/** Keeps numbers past 2^53, such as ids of deliveries, as text. */
const exactly = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER ? context?.source : value

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

export const startCodeHost = async () => {
  const sandbox = await startSandbox()
  const owner = sandbox.env.INLAY_CODEHOST_TOKEN

  const read = async <A>(response: Response): Promise<A> => {
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
    return (text === "" ? undefined : JSON.parse(text, exactly)) as A
  }
  const control = async <A>(path: string, body?: object): Promise<A> =>
    read(
      await fetch(sandbox.control + path, {
        method: body === undefined ? "GET" : "POST",
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
    )
  /** Calls the API as the owner of a token, `mona` by default. */
  const ask = async <A>(method: Method, path: string, body?: object, token: string = owner): Promise<A> =>
    read(
      await fetch(path.startsWith("http") ? path : sandbox.urls.codehost + path, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "user-agent": "test" },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
    )
  const tokens = new Map<string, Promise<string>>()
  const tokenOf = (login: string): Promise<string> => {
    const token =
      tokens.get(login) ??
      control<{ readonly token: string }>("/tokens", { login, scopes: ["repo", "gist", "workflow"] }).then(
        (answer) => answer.token
      )
    tokens.set(login, token)
    return token
  }

  return {
    env: sandbox.env,
    control,
    ask,
    /** Calls the API as another user. */
    askAs: async <A>(login: string, method: Method, path: string, body?: object): Promise<A> =>
      ask(method, path, body, await tokenOf(login)),
    /** The current hooks of a place such as `repos/acme/widgets`. */
    hooksAt: async (place: string): Promise<ReadonlyArray<ServiceHook>> =>
      (await ask<ReadonlyArray<HookRecord>>("GET", `/${place}/hooks`)).map(({ config, ...hook }) => ({
        ...hook,
        url: config.url
      })),
    /**
     * Creates a hook at a place directly at the service.
     * @returns its id
     */
    leaveHook: async (place: string, url: string): Promise<string> => {
      const config = { url, content_type: "json" }
      return String((await ask<{ readonly id: number }>("POST", `/${place}/hooks`, { events: ["star"], config })).id)
    },
    /** The last delivery that was sent, with its signature. */
    lastSent: async (): Promise<{ readonly body: string; readonly signature: string }> => {
      const { deliveries } = await control<{ readonly deliveries: ReadonlyArray<Sent> }>("/deliveries")
      const last = deliveries.at(-1)?.request
      const headers = Object.entries(last?.headers ?? {})
      const signature = headers.find(([name]) => name.toLowerCase() === "x-hub-signature-256")
      return { body: JSON.stringify(last?.payload), signature: signature?.[1] ?? "" }
    },
    /** How many deliveries are under way. */
    underWay: async (): Promise<number> => (await control<{ readonly pending: number }>("/deliveries")).pending,
    close: sandbox.close
  }
}

export type CodeHost = Awaited<ReturnType<typeof startCodeHost>>
