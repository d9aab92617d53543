/** A view whose code is loaded the first time it is shown. */
import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"

import { ownError } from "../api/client.ts"
import { failures } from "../words.ts"
import { Failure } from "./Failure.tsx"
import { Loading } from "./Loading.tsx"

export const lazyView =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  (props: Props) => {
    const [View, setView] = useState<ComponentType<Props>>()
    const [isMissing, setMissing] = useState(false)
    const start = () => {
      setMissing(false)
      load().then(
        (view) => setView(() => view),
        () => setMissing(true)
      )
    }
    useEffect(start, [])
    if (isMissing) return <Failure error={ownError("Offline", failures.offline)} onRetry={start} />
    return View === undefined ? <Loading /> : <View {...props} />
  }
