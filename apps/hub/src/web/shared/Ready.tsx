import type { ComponentChildren } from "preact"

import type { Loaded } from "../api/loading.ts"
import { Failure } from "./Failure.tsx"
import { Loading } from "./Loading.tsx"

/** What was loaded, once it is there; before, that it is loading, or why it cannot be. */
export const Ready = <A,>(props: {
  readonly loaded: Loaded<A>
  readonly onRetry: () => void
  readonly loading?: string
  readonly children: (value: A) => ComponentChildren
}) => {
  const { loaded } = props
  if (loaded.state === "failed") return <Failure error={loaded.error} onRetry={props.onRetry} />
  return loaded.value === undefined ? <Loading text={props.loading} /> : <>{props.children(loaded.value)}</>
}
