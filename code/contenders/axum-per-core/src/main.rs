use axum::{
    extract::{Path, Query},
    http::header::{HeaderName, CONNECTION},
    response::IntoResponse,
    routing::get,
    serve::ListenerExt,
    Json, Router,
};
use serde::{Deserialize, Serialize};
use std::{env, thread};
use tokio::{net::TcpSocket, runtime::Builder};

#[derive(Deserialize)]
struct Parameters {
    id: String,
}

#[derive(Serialize)]
struct Reply {
    name: String,
    id: String,
}

async fn bench(
    Path(name): Path<String>,
    Query(Parameters { id }): Query<Parameters>,
) -> impl IntoResponse {
    (
        [
            (HeaderName::from_static("x-powered-by"), "benchmark"),
            (CONNECTION, "keep-alive"),
            (HeaderName::from_static("keep-alive"), "timeout=5"),
        ],
        Json(Reply { name, id }),
    )
}

async fn serve() {
    let host = env::var("HOST").unwrap_or("127.0.0.1".into());
    let port = env::var("PORT").unwrap_or("8080".into());
    let app = Router::new().route("/bench/{name}", get(bench));
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_reuseaddr(true).expect("an option");
    // Each thread listens on a socket of its own, and the kernel deals out the
    // connections by a hash of the addresses.
    socket.set_reuseport(true).expect("an option");
    socket
        .bind(format!("{host}:{port}").parse().expect("an address"))
        .expect("the address is free");
    let listener = socket
        .listen(1024)
        .expect("it listens")
        .tap_io(|stream| stream.set_nodelay(true).expect("an option"));
    axum::serve(listener, app).await.expect("the server runs");
}

fn run() {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("the runtime starts")
        .block_on(serve());
}

// A runtime for each core: no task moves between threads, and no thread waits
// for another one's listener.
fn main() {
    let workers = env::var("WORKERS")
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(1);
    let threads: Vec<_> = (0..workers).map(|_| thread::spawn(run)).collect();
    for thread in threads {
        thread.join().expect("the server runs");
    }
}
