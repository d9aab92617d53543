/** The choice of the way in which each plugin's steps run. It is stored at once. */
import { ProblemNotice } from "@inlay/ui/Notice"
import { useLayoutEffect, useRef, useState } from "preact/hooks"

import { hub as words, place, pluginTitles } from "../../../locales/settings.ts"
import type { Send } from "../../../messaging/client.ts"
import type { WayName } from "../../../messaging/way.ts"
import { problemText } from "../../../ui/text/problem.ts"
import type { PluginWay } from "../requests.ts"
import { AtHub } from "./at-hub.tsx"

const Way = ({ plugin, send }: { readonly plugin: PluginWay; readonly send: Send }) => {
  const [way, setWay] = useState(plugin.way)
  /** What is stored, as far as this page knows. */
  const storedWay = useRef(plugin.way)
  useLayoutEffect(() => {
    storedWay.current = plugin.way
    setWay(plugin.way)
  }, [plugin.way])
  const [status, setStatus] = useState<"rest" | "stored" | { readonly problem: string }>("rest")
  const choose = async (next: WayName) => {
    setWay(next)
    const reply = await send("chooseWay", { plugin: plugin.plugin, way: next })
    if (reply.ok) storedWay.current = next
    else setWay(storedWay.current)
    setStatus(reply.ok ? "stored" : { problem: problemText(reply.error) })
  }
  const choice = (one: WayName, title: string, help: string) => (
    <label class="choice">
      <input type="radio" name={`way-${plugin.plugin}`} checked={way === one} onChange={() => void choose(one)} />
      <span class="choice-title">{title}</span>
      <span class="choice-help">{help}</span>
    </label>
  )
  return (
    <fieldset class="stack tight">
      <legend>
        {pluginTitles[plugin.plugin] ?? plugin.title}{" "}
        <span role="status">{status === "stored" ? place.stored : ""}</span>
      </legend>
      {plugin.isChoice ? (
        <>
          {choice("direct", words.direct, words.here(plugin.accountsHere))}
          {choice("hub", words.through, words.atHub(plugin.accountsAtHub?.length))}
        </>
      ) : (
        <p class="quiet">
          {words.hubOnly} · {words.atHub(plugin.accountsAtHub?.length)}
        </p>
      )}
      {plugin.accountsAtHub?.map((account) => (
        <AtHub key={account} send={send} of={{ plugin: plugin.plugin, account }} />
      ))}
      <ProblemNotice text={typeof status === "object" ? status.problem : undefined} />
    </fieldset>
  )
}

export const Ways = ({ plugins, send }: { readonly plugins: ReadonlyArray<PluginWay>; readonly send: Send }) => (
  <div class="stack">
    <h3>{words.ways}</h3>
    {plugins.map((plugin) => (
      <Way key={plugin.plugin} plugin={plugin} send={send} />
    ))}
    <p class="quiet small">{words.notShared}</p>
  </div>
)
