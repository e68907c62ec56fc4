package io.smartt.switchd.console;

import module java.base;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import io.smartt.base.concurrent.SeldomLines;
import io.smartt.base.failure.RunFailedException;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/**
 * The log of gRPC and Netty: port scans, plain text where TLS is wanted, broken HTTP/2. They log
 * the stack trace of each, so a stranger who reaches a port could fill the disk of its owner. Here
 * a record is one line, and none of their loggers has more than one line in ten seconds.
 */
public final class ConnectionLog extends Handler implements AutoCloseable {
  /** The logger of gRPC's words on connections that fail before they are one. */
  private static final String FAILED = "io.grpc.netty.NettyServerTransport.connections";

  /** A namespace need not have a card with an address, and Netty makes an id of its own then. */
  private static final String NO_NEWS = "io.netty.util.internal.MacAddressUtil";

  private static final long INTERVAL_NS = Duration.ofSeconds(10).toNanos();
  private static final int LONGEST = 160;

  /** Held, for the log manager forgets loggers that nobody holds. */
  private final List<Logger> loggers =
      List.of(Logger.getLogger("io.grpc"), Logger.getLogger("io.netty"));

  private final SeldomLines seldom = new SeldomLines(INTERVAL_NS);
  private final SimpleFormatter formatter = new SimpleFormatter();
  private final PrintWriter err;
  private final LongSupplier clockNs;

  private ConnectionLog(PrintWriter err, LongSupplier clockNs) {
    this.err = err;
    this.clockNs = clockNs;
    for (Logger logger : loggers) {
      logger.setLevel(Level.INFO);
      logger.setUseParentHandlers(false);
      logger.addHandler(this);
    }
  }

  /**
   * Takes over from the log of these libraries, for all of the process, until it is closed.
   *
   * @param clockNs a clock that never goes back, in nanoseconds
   */
  public static ConnectionLog to(PrintWriter err, LongSupplier clockNs) {
    // Netty would take SLF4J, whose simple logger cannot be held back.
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    return new ConnectionLog(err, clockNs);
  }

  @Override
  public void publish(LogRecord record) {
    String name = String.valueOf(record.getLoggerName());
    if (name.equals(NO_NEWS)) {
      return;
    }
    seldom
        .next(name, clockNs.getAsLong())
        .ifPresent(unsaid ->
            err.println(
                line(name, record)
                    + (unsaid == 0 ? "" : "; %,d more since the last line".formatted(unsaid))));
  }

  /** One line. What a peer sent may be part of it, so only printable ASCII passes. */
  private String line(String name, LogRecord record) {
    Throwable thrown = record.getThrown();
    String said = text(formatter.formatMessage(record), "");
    String text =
        thrown == null
            ? said
            : name.equals(FAILED) ? reason(thrown) : said + ": " + reason(thrown) + at(thrown);
    String shown = text.replaceFirst("[.]? Hex dump.*", "").replaceAll("[^ -~]", "?");
    return (name.equals(FAILED) ? "a connection failed" : name.substring(name.lastIndexOf('.') + 1))
        + ": "
        + (shown.length() <= LONGEST ? shown : shown.substring(0, LONGEST) + "...");
  }

  /** The innermost message. */
  private static String reason(Throwable thrown) {
    Throwable last = RunFailedException.root(thrown);
    return text(last.getMessage(), last.getClass().getSimpleName());
  }

  /** The line of this program that it came from, if there is one: all that is left of a trace. */
  private static String at(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith("io.smartt."))
        .findFirst()
        .map(frame -> " at " + frame.getFileName() + ":" + frame.getLineNumber())
        .orElse("");
  }

  private static String text(@Nullable String message, String type) {
    return message == null || message.isBlank()
        ? type.toLowerCase(Locale.ROOT)
        : message.lines().findFirst().orElse(message);
  }

  @Override
  public void flush() {
    err.flush();
  }

  /** Gives the log back to the libraries. */
  @Override
  public void close() {
    for (Logger logger : loggers) {
      logger.removeHandler(this);
      logger.setUseParentHandlers(true);
      logger.setLevel(null);
    }
  }
}
