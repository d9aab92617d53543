import { useEffect, useState } from "preact/hooks"

import { ago, exact } from "./time.ts"

const MINUTE_MILLIS = 60_000

/** How long ago a moment was, which goes on while the page is open. */
export const Time = ({ at }: { readonly at: string }) => {
  const [, setMinutes] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMinutes((minutes) => minutes + 1), MINUTE_MILLIS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={exact(at)}>
      {ago(at)}
    </time>
  )
}
