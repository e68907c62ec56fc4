package io.smartt.realtime.docker;

import module java.base;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.StopWait;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Docker engine that the environment names (DOCKER_HOST), or the one of this machine. */
public final class DockerEngine implements AutoCloseable {
  private static final Path STANDARD_SOCKET = Path.of("/var/run/docker.sock");

  /** More calls side by side it does one after the other. */
  static final int CALLS_AT_ONCE = 6;

  private static final Pattern SENTENCE =
      Pattern.compile("\"message\"\\s*:\\s*\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"");

  private static final Logger LOG = LoggerFactory.getLogger(DockerEngine.class);

  private static final int ATTEMPTS = 3;
  private static final int CONNECTIONS = 100;
  private static final Duration CONNECT = Duration.ofSeconds(10);

  /** An engine that is stopped answers no more; one that loads an image on a slow disk does. */
  private static final Duration ANSWER = Duration.ofMinutes(5);

  private static final Duration STREAM = Duration.ofSeconds(30);

  private final DockerClient client;
  private final String address;

  private DockerEngine(DockerClient client, String address) {
    this.client = client;
    this.address = address;
  }

  /**
   * Finds it.
   *
   * @throws RunFailedException if none answers, saying where it was looked for
   */
  public static DockerEngine connect() {
    return connect(DefaultDockerClientConfig.createDefaultConfigBuilder().build());
  }

  /**
   * Finds another one, with the environment's certificates.
   *
   * @param address as in DOCKER_HOST
   * @throws RunFailedException if none answers
   */
  static DockerEngine connect(String address) {
    return connect(
        DefaultDockerClientConfig.createDefaultConfigBuilder().withDockerHost(address).build());
  }

  private static DockerEngine connect(DockerClientConfig config) {
    String address = config.getDockerHost().toString();
    DockerEngine engine =
        new DockerEngine(
            DockerClientImpl.getInstance(
                config,
                new ZerodepDockerHttpClient.Builder()
                    .dockerHost(config.getDockerHost())
                    .sslConfig(config.getSSLConfig())
                    .maxConnections(CONNECTIONS)
                    .connectionTimeout(CONNECT)
                    .responseTimeout(ANSWER)
                    .build()),
            address);
    try {
      engine.client.pingCmd().exec();
      return engine;
    } catch (RuntimeException e) {
      throw Closing.after(
          new RunFailedException(
              "no Docker engine answers at %s: %s; start one, or name it with DOCKER_HOST"
                  .formatted(address, RunFailedException.root(e).getMessage()),
              e),
          engine);
    }
  }

  /** The same, or none where nobody names one and this machine seems to have none. */
  public static Optional<DockerEngine> connectIfThere() {
    boolean named = System.getenv("DOCKER_HOST") != null;
    return named || Files.exists(STANDARD_SOCKET) ? Optional.of(connect()) : Optional.empty();
  }

  /** Returns where it is. */
  public String address() {
    return address;
  }

  /**
   * Makes calls of it.
   *
   * @param what it does, for the message
   * @throws RunFailedException with what the engine says against it
   */
  <T> T call(String what, Function<DockerClient, T> calls) {
    try {
      return calls.apply(client);
    } catch (DockerException e) {
      throw new RunFailedException("Docker: " + what + ": " + said(e), e);
    } catch (RuntimeException e) {
      throw isThere()
          ? new RunFailedException(
              "Docker: " + what + ": " + RunFailedException.root(e).getMessage(), e)
          : new RunFailedException("the Docker engine at " + address + " is gone", e);
    }
  }

  /**
   * Starts a container, which attaches it to its networks. A Swarm sometimes leaves that unanswered
   * for its 20 s, and answers the next call (moby/moby#41841).
   *
   * @param what it does, for the message
   * @throws RunFailedException with what the engine says against it
   */
  void start(String what, String container) {
    for (int left = ATTEMPTS - 1; ; left--) {
      try {
        call(what, client -> client.startContainerCmd(container).exec());
        return;
      } catch (RunFailedException e) {
        if (left == 0 || !String.valueOf(e.getMessage()).contains("attaching to network failed")) {
          throw e;
        }
        LOG.warn("{}; trying again", e.getMessage());
      }
    }
  }

  /** Waits for the end of what it streams, with a word and a limit; returns whether it came. */
  static boolean ended(String what, ResultCallback.Adapter<Frame> stream) {
    return StopWait.await(what, stream::awaitCompletion, STREAM);
  }

  /** Makes calls of a container that may have been removed; empty then. */
  <T> Optional<T> callIfThere(String what, Function<DockerClient, T> calls) {
    return call(
        what,
        client -> {
          try {
            return Optional.of(calls.apply(client));
          } catch (NotFoundException e) {
            return Optional.<T>empty();
          } catch (ConflictException e) {
            if (said(e).contains("marked for removal")) {
              return Optional.<T>empty();
            }
            throw e;
          }
        });
  }

  /** The engine's sentence, out of the status and the JSON around it. */
  static String said(DockerException e) {
    String text = String.valueOf(e.getMessage()).strip();
    Matcher sentence = SENTENCE.matcher(text);
    return sentence.find() ? sentence.group(1).replace("\\\"", "\"") : text;
  }

  /** Returns whether it answers. */
  boolean isThere() {
    try {
      client.pingCmd().exec();
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Loads the image of an archive. */
  public void load(Path archive) {
    call(
        "loading the image",
        client -> {
          try (InputStream in = Files.newInputStream(archive)) {
            client.loadImageCmd(in).exec();
            return true;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /**
   * Bytes that an image takes.
   *
   * @throws RunFailedException if the engine does not have it
   */
  public long imageBytes(String image) {
    return call(
        "image " + image + " (./smartt image build makes it)",
        client -> {
          Long size = client.inspectImageCmd(image).exec().getSize();
          return size == null ? 0 : size;
        });
  }

  @Override
  public void close() {
    FileErrors.run(client::close);
  }
}
