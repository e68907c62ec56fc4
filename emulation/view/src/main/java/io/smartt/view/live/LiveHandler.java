package io.smartt.view.live;

import module java.base;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.SeriesChoice;
import io.smartt.host.agent.daemon.ConnectionLimit;

/** Answers the requests of one connection, one after another. */
final class LiveHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final String JSON = "application/json; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

  private final RequestGuard guard;
  private final LivePage page;
  private final LiveHub hub;
  private final LiveFeed feed;
  private final JourneyService journeys;
  private final ConnectionLimit connections;
  private boolean streaming;

  LiveHandler(
      RequestGuard guard,
      LivePage page,
      LiveHub hub,
      LiveFeed feed,
      JourneyService journeys,
      ConnectionLimit connections) {
    this.guard = guard;
    this.page = page;
    this.hub = hub;
    this.feed = feed;
    this.journeys = journeys;
    this.connections = connections;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    if (streaming) {
      // Its answer has no end, so nothing can come behind it.
      var _ = context.close();
      return;
    }
    // The next request waits for this one's answer.
    context.channel().config().setAutoRead(false);
    Exchange exchange =
        new Exchange(
            context, request.method().equals(HttpMethod.HEAD), HttpUtil.isKeepAlive(request));
    if (request.decoderResult().isFailure()) {
      // Where the next request would begin is not known.
      exchange.closing().refuse(HttpResponseStatus.BAD_REQUEST, "this is not HTTP");
      return;
    }
    Optional<RequestGuard.Refusal> refusal = guard.refusal(request);
    if (refusal.isPresent()) {
      exchange.refuse(refusal.get().status(), refusal.get().why());
      return;
    }
    QueryStringDecoder address = new QueryStringDecoder(request.uri());
    try {
      Optional<String> token = only(address, "token");
      if (address.path().equals("/") && token.isPresent()) {
        logIn(exchange, token);
        return;
      }
    } catch (IllegalArgumentException e) {
      exchange.refuse(HttpResponseStatus.BAD_REQUEST, "a % of the address is no escape");
      return;
    }
    refusal = guard.unknown(request);
    if (refusal.isPresent()) {
      exchange.refuse(refusal.get().status(), refusal.get().why());
      return;
    }
    var _ = connections.admit(context.channel().remoteAddress(), context.channel().localAddress());
    route(exchange, address);
  }

  private void logIn(Exchange exchange, Optional<String> token) {
    if (!guard.accepts(token)) {
      exchange.refuse(HttpResponseStatus.UNAUTHORIZED, "this is not the run's token");
      return;
    }
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.SEE_OTHER, Unpooled.EMPTY_BUFFER);
    response.headers().set(HttpHeaderNames.LOCATION, "/");
    response.headers().set(HttpHeaderNames.SET_COOKIE, guard.setCookie());
    exchange.answer(response);
  }

  private void route(Exchange exchange, QueryStringDecoder address) {
    switch (address.path()) {
      case "/" -> {
        DefaultFullHttpResponse response =
            Exchange.whole(HttpResponseStatus.OK, "text/html; charset=utf-8", page.html());
        response.headers().set(HttpHeaderNames.CONTENT_SECURITY_POLICY, page.policy());
        exchange.answer(response);
      }
      case "/api/report" ->
          hub.await(
              true,
              data ->
                  data.ifPresentOrElse(
                      bytes -> exchange.answer(HttpResponseStatus.OK, JSON, bytes),
                      () -> exchange.error(HttpResponseStatus.SERVICE_UNAVAILABLE, notYet())));
      case "/api/events" -> watch(exchange, address);
      case "/api/journey" -> journey(exchange, address);
      case "/metrics" -> hub.await(false, _ -> metrics(exchange));
      default -> exchange.refuse(HttpResponseStatus.NOT_FOUND, "there is no such page");
    }
  }

  private String notYet() {
    return "there is nothing to show yet: " + feed.stage();
  }

  private void watch(Exchange exchange, QueryStringDecoder address) {
    SeriesChoice choice;
    try {
      choice =
          address.parameters().containsKey("series")
              ? SeriesChoice.parse(String.join(",", address.parameters().get("series")))
              : SeriesChoice.ALL;
    } catch (UserInputException e) {
      exchange.error(HttpResponseStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
      return;
    }
    if (!hub.hasRoom()) {
      exchange.error(HttpResponseStatus.SERVICE_UNAVAILABLE, "too many watch already");
    } else if (exchange.isHead()) {
      exchange.answer(HttpResponseStatus.OK, "text/event-stream", new byte[0]);
    } else {
      streaming = true;
      exchange.stream();
      hub.add(exchange.channel(), choice);
    }
  }

  private void journey(Exchange exchange, QueryStringDecoder address) {
    Map<String, String> wanted = new HashMap<>();
    address.parameters().forEach((name, values) -> wanted.put(name, String.join(",", values)));
    journeys.ask(
        feed.folder(),
        wanted,
        exchange.channel()::isActive,
        answer ->
            exchange
                .channel()
                .eventLoop()
                .execute(() ->
                    exchange.answer(
                        answer.status(), JSON, answer.json().getBytes(StandardCharsets.UTF_8))));
  }

  private void metrics(Exchange exchange) {
    exchange.answer(
        HttpResponseStatus.OK,
        METRICS,
        RunMetrics.text(feed.latest(), !feed.isOver()).getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<String> only(QueryStringDecoder address, String name) {
    List<String> values = address.parameters().getOrDefault(name, List.of());
    return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent) {
      var _ = context.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // What a client does to its connection is its own.
    var _ = context.close();
  }

  /** One request and its answer. */
  private record Exchange(ChannelHandlerContext context, boolean isHead, boolean keepsAlive) {
    io.netty.channel.Channel channel() {
      return context.channel();
    }

    static DefaultFullHttpResponse whole(HttpResponseStatus status, String type, byte[] content) {
      DefaultFullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(content));
      response.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
      return response;
    }

    void answer(HttpResponseStatus status, String type, byte[] content) {
      answer(whole(status, type, content));
    }

    void error(HttpResponseStatus status, String why) {
      answer(status, JSON, JourneyService.error(why).getBytes(StandardCharsets.UTF_8));
    }

    /** The same with an answer that is the last of its connection. */
    Exchange closing() {
      return new Exchange(context, isHead, false);
    }

    /**
     * Refuses. The connection stays, if the client wants it: to have it connect anew costs the run
     * several times what the answer does.
     */
    void refuse(HttpResponseStatus status, String why) {
      DefaultFullHttpResponse response =
          whole(status, TEXT, ("smartt: " + why + "\n").getBytes(StandardCharsets.UTF_8));
      if (status.equals(HttpResponseStatus.METHOD_NOT_ALLOWED)) {
        response.headers().set(HttpHeaderNames.ALLOW, "GET, HEAD");
      }
      answer(response);
    }

    void answer(DefaultFullHttpResponse response) {
      protect(response);
      HttpUtil.setContentLength(response, response.content().readableBytes());
      HttpUtil.setKeepAlive(response, keepsAlive);
      DefaultFullHttpResponse sent =
          isHead ? (DefaultFullHttpResponse) response.replace(Unpooled.EMPTY_BUFFER) : response;
      var written = context.writeAndFlush(sent);
      if (keepsAlive) {
        written.addListener(_ -> channel().config().setAutoRead(true));
      } else {
        written.addListener(ChannelFutureListener.CLOSE);
      }
    }

    /** Begins an answer that has no end. */
    void stream() {
      HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
      protect(head);
      head.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream");
      head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
      var _ = context.writeAndFlush(head);
      context.pipeline().remove(IdleStateHandler.class);
      // So that the end of the connection is seen.
      channel().config().setAutoRead(true);
    }

    private static void protect(HttpResponse response) {
      HttpHeaders headers = response.headers();
      headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("X-Frame-Options", "DENY");
      headers.set("Cross-Origin-Resource-Policy", "same-origin");
      if (!headers.contains(HttpHeaderNames.CONTENT_SECURITY_POLICY)) {
        headers.set(HttpHeaderNames.CONTENT_SECURITY_POLICY, "default-src 'none'");
      }
    }
  }
}
