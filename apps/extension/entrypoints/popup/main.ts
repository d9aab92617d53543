// In this order: what the first asks is under way while the second waits for its words.
import "./front.ts"
import "./popup.tsx"
