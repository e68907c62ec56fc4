package io.smartt.emulation.cli.console;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What is said of connections that fail before they are one: port scans, plain text where TLS is
 * wanted, a client without a certificate. gRPC logs the stack trace of each, so a stranger who
 * reaches a port could fill the disk of its owner. This says it in one line, and not more than one
 * line in ten seconds.
 */
public final class ConnectionLog implements AutoCloseable {
  /** It logs with {@code java.util.logging}, "Transport failed" with the cause. */
  private static final String GRPC = "io.grpc.netty.NettyServerTransport.connections";

  private static final long INTERVAL_NS = Duration.ofSeconds(10).toNanos();
  private static final int LONGEST = 160;

  /** Held, for the log manager forgets loggers that nobody holds. */
  private final Logger logger = Logger.getLogger(GRPC);

  private final PrintWriter err;
  private final LongSupplier clockNs;
  private long nextNs;
  private long unsaid;

  private ConnectionLog(PrintWriter err, LongSupplier clockNs) {
    this.err = err;
    this.clockNs = clockNs;
    this.nextNs = clockNs.getAsLong();
    logger.setLevel(Level.INFO);
    logger.setFilter(record -> !takes(record));
  }

  /**
   * Takes over from gRPC's own log, for all servers of the process, until it is closed.
   *
   * @param clockNs a clock that never goes back, in nanoseconds
   */
  public static ConnectionLog to(PrintWriter err, LongSupplier clockNs) {
    return new ConnectionLog(err, clockNs);
  }

  /** Returns whether the record is of a failed connection; such a record is dealt with here. */
  private boolean takes(LogRecord record) {
    Throwable thrown = record.getThrown();
    if (thrown == null || record.getLevel().intValue() > Level.INFO.intValue()) {
      return false;
    }
    say(thrown);
    return true;
  }

  private synchronized void say(Throwable thrown) {
    long now = clockNs.getAsLong();
    if (now - nextNs < 0) {
      unsaid++;
      return;
    }
    nextNs = now + INTERVAL_NS;
    err.println(
        "a connection failed: "
            + reason(thrown)
            + (unsaid == 0 ? "" : "; %,d more since the last line".formatted(unsaid)));
    unsaid = 0;
  }

  /** The innermost message. What the peer sent is part of it, so only printable ASCII passes. */
  private static String reason(Throwable thrown) {
    Throwable last = thrown;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    String text = text(last.getMessage(), last.getClass().getSimpleName());
    String shown = text.replaceFirst("[.]? Hex dump.*", "").replaceAll("[^ -~]", "?");
    return shown.length() <= LONGEST ? shown : shown.substring(0, LONGEST) + "...";
  }

  private static String text(@Nullable String message, String type) {
    return message == null || message.isBlank()
        ? type.toLowerCase(Locale.ROOT)
        : message.lines().findFirst().orElse(message);
  }

  /** Gives the log back to gRPC. */
  @Override
  public void close() {
    logger.setFilter(null);
    logger.setLevel(null);
  }
}
