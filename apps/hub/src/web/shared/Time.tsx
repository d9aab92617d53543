import { ago, exact } from "./time.ts"

export const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={exact(at)}>
    {ago(at)}
  </time>
)
