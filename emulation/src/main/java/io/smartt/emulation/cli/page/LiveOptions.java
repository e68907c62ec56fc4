package io.smartt.emulation.cli.page;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.live.JourneySource;
import io.smartt.emulation.live.LiveServer;
import io.smartt.emulation.live.LiveToken;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that show what they do in a browser. */
public final class LiveOptions {
  private static final int MAX_PORT = 65_535;
  private static final String STAY = "stay";
  private static final String END = "end";

  @Option(
      names = "--live",
      arity = "0..1",
      fallbackValue = STAY,
      paramLabel = "stay|end",
      description = {
        "Shows a page of the run while it goes on, on 127.0.0.1, and prints its address. The",
        "page stays until Ctrl-C, or with --live=end until the run ends."
      })
  private @Nullable String live;

  @Option(
      names = "--live-port",
      paramLabel = "PORT",
      description = "Port of the page. Default: one that is free.")
  private @Nullable Integer port;

  @Option(
      names = "--live-token",
      paramLabel = "FILE",
      description = {
        "File with the page's token, 16 to 128 letters and digits, such as that of Prometheus'",
        "credentials_file. Default: a new one."
      })
  private @Nullable Path token;

  /**
   * Refuses a page.
   *
   * @param what has none
   * @throws UserInputException if one is asked for
   */
  public void refuse(String what) {
    if (live != null || port != null || token != null) {
      throw new UserInputException(
          "--live: " + what + " has no live page; runs, sweeps and shells have");
    }
  }

  /**
   * Starts what the options ask for, and prints its address. Shows nothing if they ask for nothing.
   *
   * @param title of the page
   * @throws UserInputException if they are wrong
   */
  public ShownRun show(String title, JourneySource journeys, Console console) {
    if (live == null) {
      if (port != null || token != null) {
        throw new UserInputException(
            "--live-port and --live-token are of the page that --live shows; add --live");
      }
      return new ShownRun(Optional.empty(), false, console);
    }
    if (!live.equals(STAY) && !live.equals(END)) {
      throw new UserInputException("--live=" + live + ": accepted are stay and end");
    }
    int number = port == null ? 0 : port;
    if (number < 0 || number > MAX_PORT) {
      throw new UserInputException("--live-port " + number + ": accepted are 0 to " + MAX_PORT);
    }
    LiveToken secret = token == null ? LiveToken.random(new SecureRandom()) : LiveToken.of(token);
    LiveServer server = LiveServer.start(number, secret, title, journeys);
    console.err().println("smartt: live at " + server.url());
    console.err().flush();
    return new ShownRun(Optional.of(server), live.equals(STAY), console);
  }
}
