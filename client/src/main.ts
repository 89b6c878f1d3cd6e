/** Opens the client. */

import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });

// Under the name of this release, so that the next one gets a shelf of its own.
const { pathname } = new URL(import.meta.url);
const shelf = import.meta.env.PROD && navigator.serviceWorker?.register(`/sw.js?${pathname}`);
if (shelf) shelf.catch(() => {}); // a browser that keeps nothing of this house: then there is none
