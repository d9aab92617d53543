import { Spinner } from "@inlay/ui/Spinner"

import { common } from "../words.ts"

export const Loading = ({ text = common.loading }: { readonly text?: string | undefined }) => (
  <p class="loading" role="status">
    <Spinner /> {text}
  </p>
)
