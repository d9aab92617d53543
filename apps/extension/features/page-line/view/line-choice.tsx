/** Shows the line in the page: once by a button, or always on the page's host, with the browser's permission for it. */
import { useEffect, useState } from "preact/hooks"

import { pageLine as words } from "../../../locales/page-line.ts"
import type { Send } from "../../../messaging/client.ts"
import { originOf } from "../../../messaging/origin.ts"
import { problemText } from "../../../ui/text/problem.ts"
import { isGranted, request, revokeUnused } from "../../accounts/view/permission.ts"
import { endLine } from "./end-line.ts"

/** @param address of the tab's page */
export const LineChoice = (props: { readonly send: Send; readonly tabId: number; readonly address: string }) => {
  const { send, tabId, address } = props
  const origin = originOf(address) ?? ""
  const { host } = new URL(address)
  const [isKept, setKept] = useState(false)
  const [note, setNote] = useState("")

  useEffect(() => {
    const read = async () => {
      const reply = await send("lineOrigins", {})
      if (reply.ok) setKept(reply.output.origins.includes(origin) && (await isGranted([origin])))
    }
    void read()
  }, [send, origin])

  const show = async () => {
    const reply = await send("showLine", { tabId })
    setNote(!reply.ok ? problemText(reply.error) : reply.output.isShown ? words.shown : words.notShown)
  }

  const keep = async (leave: Promise<boolean>) => {
    setKept(true)
    // Stored before the browser answers, because its question may close the popup. Without permission the line is shown
    // nowhere.
    const reply = await send("keepLine", { origin, isOn: true })
    const isAllowed = await leave.catch(() => false)
    if (reply.ok && isAllowed) return show()
    setKept(false)
    await send("keepLine", { origin, isOn: false })
    await revokeUnused(send, [origin])
    return setNote(reply.ok ? words.denied(host) : problemText(reply.error))
  }

  const end = async () => {
    // Has the box drawn again: after the same failure as before, it would stay as it was clicked.
    setNote("")
    const problem = await endLine(send, origin)
    if (problem === undefined) setKept(false)
    setNote(problem ?? "")
  }

  return (
    <div class="repo-part repo-line-choice small">
      <button type="button" class="link" onClick={() => void show()}>
        {words.show}
      </button>
      <label>
        <input
          type="checkbox"
          checked={isKept}
          // Called within the click, because the browser asks the user only then.
          onChange={() => void (isKept ? end() : keep(request([origin])))}
        />
        {words.always(host)}
      </label>
      <p class="quiet" role="status">
        {note}
      </p>
    </div>
  )
}
