// In this order: what the first asks is under way while the second waits for its words.
// oxlint-disable import/no-unassigned-import -- each is a script that runs
import "./front.ts"
import "./popup.tsx"
