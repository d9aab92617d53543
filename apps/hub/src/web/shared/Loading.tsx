import { Spinner } from "@inlay/ui/Spinner"

import { common } from "../words.ts"

export const Loading = ({ text = common.loading }: { readonly text?: string }) => (
  <p class="loading" role="status">
    <Spinner /> {text}
  </p>
)
