/** Calls the control API of one of the sandbox's services. */
import type { RunningSandbox } from "@inlay/sandbox"

/** @param body what an action is given; without it, the service's state is read */
export const callControl = async <A>(
  { plugins }: Pick<RunningSandbox, "plugins">,
  plugin: string,
  path: string,
  body?: object
): Promise<A> => {
  const response = await fetch(
    `${plugins[plugin]?.control}${path}`,
    body === undefined
      ? {}
      : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }
  )
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as A
}
