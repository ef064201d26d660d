//! A program for each request: its output is the answer, as it's written.
//!
//!     COMMAND="echo hi" server
use axum::{
    body::Body,
    http::{header::CONTENT_TYPE, StatusCode},
    response::{IntoResponse, Response},
    routing::get,
    serve::ListenerExt,
    Router,
};
use std::{env, process::Stdio, sync::Arc};
use tokio::{net::TcpListener, process::Command, runtime::Builder};
use tokio_util::io::ReaderStream;

async fn spawn(command: Arc<Vec<String>>) -> Response {
    let child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let stdout = child.stdout.take().expect("it's a pipe");
    // A child that nobody waits for stays in the process table.
    tokio::spawn(async move { child.wait().await });
    let body = Body::from_stream(ReaderStream::with_capacity(stdout, 65_536));
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], body).into_response()
}

async fn serve() {
    let host = env::var("HOST").unwrap_or("127.0.0.1".into());
    let port = env::var("PORT").unwrap_or("8080".into());
    let command = env::var("COMMAND").unwrap_or("echo hi".into());
    let command = Arc::new(
        command.split(' ').map(String::from).collect::<Vec<_>>(),
    );
    let app = Router::new().route("/spawn", get(move || spawn(command.clone())));
    // An answer is two writes: without this, the second waits for the client
    // to acknowledge the first, which takes it 40 ms.
    let listener = TcpListener::bind(format!("{host}:{port}"))
        .await
        .expect("the address is free")
        .tap_io(|stream| stream.set_nodelay(true).expect("an option"));
    println!("Listening on http://{host}:{port}");
    axum::serve(listener, app).await.expect("the server runs");
}

// As many threads as the other contenders have processes.
fn main() {
    let workers = env::var("WORKERS")
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(1);
    Builder::new_multi_thread()
        .worker_threads(workers)
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(serve());
}
