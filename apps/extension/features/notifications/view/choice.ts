/** Which triggers are chosen for notifications, and whether the browser shows any. */
import { useCallback, useRef, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import { isSamePlace, type ChosenTrigger, type TriggerPlace } from "../../../messaging/trigger-place.ts"
import { problemText } from "../../../ui/text/problem.ts"
import { triggerTitle } from "../../../ui/text/trigger-title.ts"
import { useStored } from "../../../ui/use-stored.ts"

const PERMISSION = { permissions: ["notifications"] } satisfies chrome.permissions.Permissions

const isAllowedNow = (): Promise<boolean> => chrome.permissions.contains(PERMISSION).catch(() => false)

export interface NotificationChoice {
  /** Empty until it is known. */
  readonly chosen: ReadonlyArray<ChosenTrigger>
  /** Whether the browser shows no notifications although some triggers are chosen. */
  readonly isDenied: boolean
  readonly problem: string | undefined
  readonly isOn: (place: TriggerPlace) => boolean
  /** Must be called within a click, because the browser may ask the user. */
  readonly turn: (place: TriggerPlace) => void
  /** Asks the browser again. Must be called within a click. */
  readonly allow: () => void
}

export const useNotificationChoice = (send: Send): NotificationChoice => {
  const [chosen, setChosen] = useState<ReadonlyArray<ChosenTrigger>>([])
  const [isAllowed, setAllowed] = useState(true)
  const [problem, setProblem] = useState<string>()

  // Only the newest answer may draw, so that a choice is not overwritten by a state that was read before it.
  const newest = useRef(0)
  // The choices of the latest reply, for code that runs later.
  const latest = useRef<ReadonlyArray<ChosenTrigger>>(undefined)
  const draw = useCallback((all: ReadonlyArray<ChosenTrigger>) => {
    latest.current = all
    setChosen(all)
  }, [])

  const choose = useCallback(
    async ({ plugin, account, trigger, place }: TriggerPlace, isOn: boolean) => {
      const one = { plugin, account, trigger, place, title: triggerTitle(trigger) }
      const mine = ++newest.current
      // Has the boxes drawn again: after the same failure as before, one would stay as it was clicked.
      setProblem(undefined)
      const reply = await send("chooseTrigger", { ...one, isOn })
      if (!reply.ok) return setProblem(problemText(reply.error))
      if (mine === newest.current) draw(reply.output.chosen)
    },
    [send, draw]
  )

  const read = async (isNewest: () => boolean) => {
    const mine = newest.current
    const [reply, hasPermission] = await Promise.all([send("chosenTriggers", {}), isAllowedNow()])
    if (!reply.ok || !isNewest() || mine !== newest.current) return
    const isFirst = latest.current === undefined
    draw(reply.output.chosen)
    setAllowed(hasPermission)
    // The titles may be in the language in which they were chosen, so they are stored again in this one. Only on the
    // first read: otherwise two open pages in different languages would keep overwriting each other.
    if (!isFirst) return
    for (const one of reply.output.chosen) {
      const isStillOn = latest.current?.some((other) => isSamePlace(other, one)) === true
      if (isStillOn && one.title !== triggerTitle(one.trigger)) await choose(one, true)
    }
  }
  useStored(useCallback(read, [send, draw, choose]))

  const ask = async (): Promise<boolean> => {
    const hasPermission = await chrome.permissions.request(PERMISSION).catch(() => false)
    setAllowed(hasPermission)
    return hasPermission
  }

  const isOn = (place: TriggerPlace) => chosen.some((one) => isSamePlace(one, place))

  const turn = (place: TriggerPlace) => {
    const change = async () => {
      const isTurnedOn = !isOn(place)
      const answer = isTurnedOn ? ask() : undefined
      // Stored before the browser answers, because its question may close the popup. Without permission nothing is
      // shown.
      const storing = choose(place, isTurnedOn)
      const mine = newest.current
      await Promise.all([answer, storing])
      // Nothing else needs the permission.
      const isUnused = mine === newest.current && latest.current?.length === 0
      if (isUnused) await chrome.permissions.remove(PERMISSION).catch(() => false)
    }
    void change()
  }

  return { chosen, isDenied: !isAllowed && chosen.length > 0, problem, isOn, turn, allow: () => void ask() }
}
