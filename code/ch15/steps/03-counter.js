export const counter = { count: 0 }
