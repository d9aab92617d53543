/** The options' list of hosts whose repository pages always show the line. Draws nothing if there are none. */
import { Button } from "@inlay/ui/Button"
import { ProblemNotice } from "@inlay/ui/Notice"
import { useCallback, useState } from "preact/hooks"

import { pageLine as words } from "../../../locales/page-line.ts"
import type { Send } from "../../../messaging/client.ts"
import { useStored } from "../../../ui/use-stored.ts"
import { isGranted } from "../../accounts/view/permission.ts"
import { endLine } from "./end-line.ts"

export const LineSettings = ({ send }: { readonly send: Send }) => {
  const [origins, setOrigins] = useState<ReadonlyArray<string>>([])
  const [problem, setProblem] = useState<string>()
  const read = useCallback(
    async (isNewest: () => boolean) => {
      const reply = await send("lineOrigins", {})
      if (!reply.ok) return
      const { origins: chosen } = reply.output
      // The user may have taken the permission back in the browser, which then shows no line there.
      const granted = await Promise.all(chosen.map((origin) => isGranted([origin])))
      if (isNewest()) setOrigins(chosen.filter((_, n) => granted[n]))
    },
    [send]
  )
  useStored(read)
  const end = async (origin: string) => {
    const failure = await endLine(send, origin)
    setProblem(failure)
    if (failure === undefined) setOrigins((all) => all.filter((one) => one !== origin))
  }
  if (origins.length === 0) return null
  return (
    <section class="panel" aria-labelledby="line-title">
      <h2 id="line-title">{words.title}</h2>
      <p class="lead">{words.lead}</p>
      <ProblemNotice text={problem} />
      <div class="stack tight">
        {origins.map((origin) => (
          <div key={origin}>
            <Button onClick={() => void end(origin)}>{words.end(new URL(origin).host)}</Button>
          </div>
        ))}
      </div>
    </section>
  )
}
