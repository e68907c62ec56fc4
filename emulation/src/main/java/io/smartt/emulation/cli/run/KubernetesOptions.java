package io.smartt.emulation.cli.run;

import module java.base;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.study.sweep.cluster.KubernetesJob;
import io.smartt.study.sweep.cluster.KubernetesJob.PodSettings;
import io.smartt.study.sweep.cluster.SweepExecutor;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options that {@code --on kubernetes} needs. The cluster is that of kubectl's own
 * configuration.
 */
final class KubernetesOptions {
  private static final Duration PAUSE = Duration.ofSeconds(3);

  @Option(
      names = "--image",
      paramLabel = "IMAGE",
      description = "For --on kubernetes: an image of this smartt that the cluster can pull.")
  private @Nullable String image;

  @Option(
      names = "--claim",
      paramLabel = "NAME:DIR",
      description = {
        "For --on kubernetes: the persistent volume claim that is mounted at DIR here; the sweep's",
        "folder is in it."
      })
  private @Nullable String claim;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      description = "For --on kubernetes: where the job runs. Default: kubectl's own.")
  private @Nullable String namespace;

  @Option(
      names = "--pod-cores",
      paramLabel = "N",
      description = "For --on kubernetes: cores of a pod. Default: ${DEFAULT-VALUE}.")
  private int cores = 1;

  @Option(
      names = "--pod-memory",
      paramLabel = "QUANTITY",
      description = "For --on kubernetes: memory of a pod, such as 2Gi.")
  private @Nullable String memory;

  @Option(
      names = "--pod",
      paramLabel = "FILE",
      description = {
        "For --on kubernetes: a Pod in YAML to begin with, for node selectors, tolerations, pull",
        "secrets. A container named smartt in it is the one that runs."
      })
  private @Nullable Path pod;

  /**
   * The job.
   *
   * @param folder of the sweep
   * @param tasks at most
   * @param more words for the worker
   * @param say tells the user of trouble
   */
  SweepExecutor site(Path folder, int tasks, List<String> more, Consumer<String> say) {
    PodSettings settings = settings(folder.toAbsolutePath().normalize());
    return new KubernetesJob(client(), folder, settings, tasks, more, PAUSE, say);
  }

  /** Returns what pods are like; refuses what cannot be. */
  PodSettings settings(Path folder) {
    if (image == null) {
      throw new UserInputException(
          "--on kubernetes: --image is missing; name an image of this smartt that the cluster can"
              + " pull");
    }
    String words = claim;
    int colon = words == null ? -1 : words.indexOf(':');
    if (words == null || colon < 1) {
      throw new UserInputException(
          (words == null ? "--on kubernetes: --claim is missing" : "--claim " + words)
              + ": write NAME:DIR, the claim and where it is mounted here");
    }
    Path mount = Path.of(words.substring(colon + 1)).normalize();
    if (!mount.isAbsolute() || !Files.isDirectory(mount)) {
      throw new UserInputException("--claim " + words + ": " + mount + " is no absolute folder");
    }
    if (!folder.startsWith(mount)) {
      throw new UserInputException(
          "--claim %s: the sweep's folder %s is not in it, so pods would not see it; give --out"
              .formatted(words, folder));
    }
    if (cores < 1) {
      throw new UserInputException("--pod-cores " + cores + ": write 1 or more");
    }
    String wanted = memory;
    if (wanted != null && !wanted.matches("[0-9]+(\\.[0-9]+)?([KMGT]i?|k)?")) {
      throw new UserInputException("--pod-memory " + wanted + ": write a quantity such as 2Gi");
    }
    return new PodSettings(
        image, words.substring(0, colon), mount, cores, Optional.ofNullable(wanted), base());
  }

  private Optional<PodSpec> base() {
    Path file = pod;
    if (file == null) {
      return Optional.empty();
    }
    try {
      Pod read = Serialization.unmarshal(InputFile.text(file), Pod.class);
      if (!"Pod".equals(read.getKind()) || read.getSpec() == null) {
        throw new UserInputException("--pod " + file + ": this is no Pod with a spec");
      }
      return Optional.of(read.getSpec());
    } catch (KubernetesClientException | ClassCastException | IllegalArgumentException e) {
      throw new UserInputException("--pod " + file + ": this is no Pod in YAML", e);
    }
  }

  private KubernetesClient client() {
    ConfigBuilder config = new ConfigBuilder(Config.autoConfigure(null));
    if (namespace != null) {
      config.withNamespace(namespace);
    }
    // Answers to one question a few seconds; what does not answer is asked again by the sweep.
    config.withRequestRetryBackoffLimit(2);
    return new KubernetesClientBuilder()
        .withHttpClientFactory(new JdkHttpClientFactory())
        .withConfig(config.build())
        .build();
  }
}
