package io.smartt.view.live;

import module java.base;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.input.SecretFile;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.host.agent.daemon.ConnectionLimit;

/**
 * An HTTP server on loopback that shows a run while it goes on and afterwards, to those who have
 * its token. {@link #watching} gives the monitor that the run reports to.
 */
public final class LiveServer implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 1_024;
  private static final int LINE_BYTES = 4_096;
  private static final int HEADER_BYTES = 16_384;

  /** The most seconds for a request to be whole, and between a request, its answer and the next. */
  private static final int IDLE_S = 20;

  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(64 * 1024, 256 * 1024);

  private final EventLoopGroup group;
  private final LiveToken token;
  private final LiveHub hub;
  private final LiveFeed feed;
  private final JourneyService journeys;
  private final Channel channel;

  private LiveServer(
      EventLoopGroup group,
      LiveToken token,
      LiveHub hub,
      LiveFeed feed,
      JourneyService journeys,
      Channel channel) {
    this.group = group;
    this.token = token;
    this.hub = hub;
    this.feed = feed;
    this.journeys = journeys;
    this.channel = channel;
  }

  /**
   * Starts to listen on 127.0.0.1.
   *
   * @param port 0: one that is free
   * @param title of the page
   * @throws UserInputException if the port is taken
   */
  public static LiveServer start(int port, LiveToken token, String title, JourneySource journeys) {
    EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("smartt-live", true), NioIoHandler.newFactory());
    LiveHub hub = new LiveHub(group.next());
    LiveFeed feed = new LiveFeed(hub, System::nanoTime);
    hub.onNeed(feed::publish);
    JourneyService desk = new JourneyService(journeys);
    Connections connections = new Connections(token, LivePage.of(title), hub, feed, desk);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
            .childHandler(connections)
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      feed.close();
      var _ = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw new UserInputException(
          "--live-port %d: %s".formatted(port, bound.cause().getMessage()), bound.cause());
    }
    return new LiveServer(group, token, hub, feed, desk, bound.channel());
  }

  /** The handlers that each connection begins with. */
  private static final class Connections extends ChannelInitializer<Channel> {
    private final LiveToken token;
    private final LivePage page;
    private final LiveHub hub;
    private final LiveFeed feed;
    private final JourneyService journeys;
    private final ConnectionLimit open =
        new ConnectionLimit(MOST_CONNECTIONS, Duration.ofSeconds(IDLE_S));

    Connections(
        LiveToken token, LivePage page, LiveHub hub, LiveFeed feed, JourneyService journeys) {
      this.token = token;
      this.page = page;
      this.hub = hub;
      this.feed = feed;
      this.journeys = journeys;
    }

    @Override
    protected void initChannel(Channel connection) {
      open.enter(connection);
      int port = ((InetSocketAddress) connection.localAddress()).getPort();
      ChannelPipeline pipeline = connection.pipeline();
      pipeline.addLast(
          new HttpServerCodec(
              new HttpDecoderConfig()
                  .setMaxInitialLineLength(LINE_BYTES)
                  .setMaxHeaderSize(HEADER_BYTES)));
      // No request has a body.
      pipeline.addLast(new HttpObjectAggregator(0, true));
      // Behind it, where a request is one object: single bytes keep nobody's connection.
      pipeline.addLast(new IdleStateHandler(0, 0, IDLE_S));
      pipeline.addLast(new FlowControlHandler());
      pipeline.addLast(
          new LiveHandler(new RequestGuard(token, port), page, hub, feed, journeys, open));
    }
  }

  /** The port that it listens on. */
  public int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  /** The address that a browser opens, with the token in it. */
  public String url() {
    return "http://127.0.0.1:" + port() + "/?token=" + token.text();
  }

  /** The monitor of a run that is to be shown, in front of another. */
  public RunMonitor watching(RunMonitor other) {
    return new LiveMonitor(other, feed);
  }

  /**
   * Asks for the run as it is now; the run copies its counters for that, as for {@code /metrics}.
   *
   * @param answer is given the run once, on a thread that it must not hold up; empty if there is
   *     none yet
   */
  public void ask(Consumer<Optional<RunResult>> answer) {
    try {
      channel
          .eventLoop()
          .execute(() ->
              hub.await(false, _ -> answer.accept(feed.latest().map(LiveFeed.Latest::result))));
    } catch (RejectedExecutionException e) {
      // It was closed.
      answer.accept(Optional.empty());
    }
  }

  /** Nothing more will come; those who watch are sent the result. */
  public void end(RunResult.RunStatus status) {
    feed.end(status);
  }

  /** Returns whether somebody watches now. */
  public boolean isWatched() {
    return feed.isWatched();
  }

  @Override
  public void close() {
    journeys.close();
    feed.close();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** Runs an experiment again to follow one of its packets. */
  @FunctionalInterface
  public interface JourneySource {
    /** Refuses every journey. */
    JourneySource NONE =
        (run, wanted, monitor) -> {
          throw new UserInputException("journeys are of runs that leave a folder");
        };

    /**
     * The journey of a packet as JSON; empty if the run has no such packet.
     *
     * @param run folder of the run
     * @param wanted what names the packet: {@code first}, or {@code flow} with {@code psn} or
     *     {@code nth}
     * @param monitor may end it
     * @throws UserInputException if that names no packet, or the run can not be run again
     */
    Optional<String> json(Path run, Map<String, String> wanted, RunMonitor monitor);
  }

  /**
   * The secret that a server's clients show.
   *
   * @param text letters, digits, '-' and '_'
   */
  public record LiveToken(String text) {
    private static final int RANDOM_BYTES = 24;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{16,128}");

    /** Refuses one that can be guessed or has to be quoted somewhere. */
    public LiveToken {
      if (!FORM.matcher(text).matches()) {
        throw new UserInputException("a token has 16 to 128 letters, digits, '-' and '_'");
      }
    }

    /** A new one. */
    public static LiveToken random(SecureRandom random) {
      byte[] bytes = new byte[RANDOM_BYTES];
      random.nextBytes(bytes);
      return new LiveToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /**
     * The one in a file, white space around it left out.
     *
     * @throws UserInputException naming the file
     */
    public static LiveToken of(Path file) {
      String text = SecretFile.read(file);
      return UserInputException.at(file.toString(), () -> new LiveToken(text));
    }

    /** Returns whether a client shows this one; takes as long for every wrong one of its length. */
    public boolean is(Optional<String> shown) {
      return shown.isPresent()
          && MessageDigest.isEqual(
              text.getBytes(StandardCharsets.UTF_8), shown.get().getBytes(StandardCharsets.UTF_8));
    }

    /** Keeps the secret out of logs. */
    @Override
    public String toString() {
      return "LiveToken";
    }
  }
}
