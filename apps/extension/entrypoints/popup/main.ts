// The order matters: the first module's requests are under way while the second waits for its words.
// oxlint-disable import/no-unassigned-import -- both are imported only to run them
import "./front.ts"
import "./popup.tsx"
