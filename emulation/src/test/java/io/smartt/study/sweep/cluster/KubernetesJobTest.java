package io.smartt.study.sweep.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.smartt.base.failure.RunFailedException;
import io.smartt.study.sweep.cluster.KubernetesJob.PodSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against fabric8's API server, which keeps what is made and runs nothing. */
@EnableKubernetesMockClient(https = false, crud = true)
@SuppressWarnings("NullAway.Init") // the extension sets client and server
class KubernetesJobTest {
  private static final List<String> RUNS = List.of("a", "b", "c", "d", "e");

  @TempDir private Path claim;
  private KubernetesClient client;
  private KubernetesMockServer server;
  private final List<String> said = new ArrayList<>();
  private Path folder;

  @BeforeEach
  void emptyServer() throws IOException {
    server.reset();
    folder = Files.createDirectories(claim.resolve("sweeps/mine"));
  }

  @Test
  void eachPodHasItsListAndSeesTheFolderWhereItIsHere() throws IOException {
    job(Optional.empty()).start(RUNS);

    Job made = onlyJob();
    assertThat(made.getSpec().getCompletionMode()).isEqualTo("Indexed");
    assertThat(made.getSpec().getCompletions()).isEqualTo(2);
    PodSpec pod = made.getSpec().getTemplate().getSpec();
    Container container = pod.getContainers().getFirst();
    String lists = folder.resolve("cluster").toString();
    assertThat(container.getArgs())
        .containsExactly(
            "sweep",
            "work",
            folder.toString(),
            "--only",
            lists + "/task-$(JOB_COMPLETION_INDEX).txt",
            "--jobs",
            "3",
            "--limit",
            "9");
    assertThat(container.getVolumeMounts().getFirst().getMountPath()).isEqualTo(claim.toString());
    assertThat(container.getResources().getRequests())
        .isEqualTo(Map.of("cpu", new Quantity("3"), "memory", new Quantity("2Gi")));
    assertThat(pod.getVolumes().getFirst().getPersistentVolumeClaim().getClaimName())
        .isEqualTo("results");
    assertThat(pod.getRestartPolicy()).isEqualTo("Never");
    assertThat(Files.readAllLines(Path.of(lists, "task-0.txt"))).containsExactly("a", "c", "e");
    assertThat(Files.readAllLines(Path.of(lists, "task-1.txt"))).containsExactly("b", "d");
  }

  @Test
  void aPodOfTheUserKeepsWhatItHas() {
    PodSpec own =
        new PodSpecBuilder()
            .withNodeSelector(Map.of("disk", "fast"))
            .addNewContainer()
            .withName("smartt")
            .addNewEnv()
            .withName("SMARTT_JAVA_OPTS")
            .withValue("-Xmx1g")
            .endEnv()
            .endContainer()
            .withNewSecurityContext()
            .withFsGroup(7L)
            .endSecurityContext()
            .build();

    job(Optional.of(own)).start(RUNS);

    PodSpec pod = onlyJob().getSpec().getTemplate().getSpec();
    assertThat(pod.getNodeSelector()).containsEntry("disk", "fast");
    assertThat(pod.getSecurityContext().getFsGroup()).isEqualTo(7);
    assertThat(pod.getContainers()).hasSize(1);
    assertThat(pod.getContainers().getFirst().getImage()).isEqualTo("registry.example/smartt:1");
    assertThat(pod.getContainers().getFirst().getEnv().getFirst().getValue()).isEqualTo("-Xmx1g");
  }

  @Test
  void itEndsWithTheJobWellOrNotAndWhenTheJobIsGone() throws InterruptedException {
    for (String end : List.of("Complete", "Failed")) {
      SweepExecutor site = job(Optional.empty());
      site.start(RUNS);
      assertThat(site.await(Duration.ZERO)).isFalse();
      end(end);
      assertThat(site.await(Duration.ZERO)).as(end).isTrue();
      client.batch().v1().jobs().delete();
      assertThat(site.await(Duration.ZERO)).isTrue();
    }
    assertThat(said).isEmpty();
  }

  @Test
  void saysOnceWhyAPodWaits() throws InterruptedException {
    SweepExecutor site = job(Optional.empty());
    site.start(RUNS);
    String job = onlyJob().getMetadata().getName();
    client
        .pods()
        .resource(
            new PodBuilder()
                .withMetadata(
                    new ObjectMetaBuilder()
                        .withName("one")
                        .withLabels(Map.of("batch.kubernetes.io/job-name", job))
                        .build())
                .withNewStatus()
                .addNewContainerStatus()
                .withNewState()
                .withNewWaiting("no such image", "ImagePullBackOff")
                .endState()
                .endContainerStatus()
                .endStatus()
                .build())
        .create();

    assertThat(site.await(Duration.ZERO)).isFalse();
    assertThat(site.await(Duration.ZERO)).isFalse();
    assertThat(said).containsExactly("a pod waits: ImagePullBackOff, no such image");
  }

  @Test
  void anInterruptedSweepLeavesNoJob() {
    SweepExecutor site = job(Optional.empty());
    site.start(RUNS);

    site.cancel();

    assertThat(said).isEmpty();
    assertThat(client.batch().v1().jobs().list().getItems()).isEmpty();
  }

  @Test
  void anOrderThatWasTakenBeforeItsAnswerWasLostIsNoTrouble() throws InterruptedException {
    server
        .expect()
        .post()
        .withPath("/apis/batch/v1/namespaces/test/jobs")
        .andReturn(409, Map.of("kind", "Status", "message", "it exists", "code", 409))
        .once();
    SweepExecutor site = job(Optional.empty());

    site.start(RUNS);

    assertThat(site.trouble()).contains("the last job was smartt-sweep-");
  }

  @Test
  void aRefusedJobIsTheServersOwnWords() {
    server
        .expect()
        .post()
        .withPath("/apis/batch/v1/namespaces/test/jobs")
        .andReturn(403, Map.of("kind", "Status", "message", "jobs is forbidden", "code", 403))
        .always();

    assertThatThrownBy(() -> job(Optional.empty()).start(RUNS))
        .isInstanceOf(RunFailedException.class)
        .hasMessage("Kubernetes did not take the sweep's job: jobs is forbidden");
  }

  @Test
  void aServerThatIsNotThereIsNamed() {
    server.shutdown();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(client.getConfiguration())
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build();

    assertThatThrownBy(() -> job(Optional.empty()).start(RUNS))
        .isInstanceOf(RunFailedException.class)
        .hasMessageStartingWith(
            "Kubernetes did not take the sweep's job: " + client.getMasterUrl() + ": ");
  }

  private SweepExecutor job(Optional<PodSpec> base) {
    PodSettings pod =
        new PodSettings("registry.example/smartt:1", "results", claim, 3, Optional.of("2Gi"), base);
    return new KubernetesJob(
        client, folder, pod, 2, List.of("--limit", "9"), Duration.ZERO, said::add);
  }

  private Job onlyJob() {
    List<Job> jobs = client.batch().v1().jobs().list().getItems();
    assertThat(jobs).hasSize(1);
    return jobs.getFirst();
  }

  private void end(String how) {
    client
        .batch()
        .v1()
        .jobs()
        .resource(onlyJob())
        .editStatus(job -> {
          job.setStatus(
              new io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder()
                  .withConditions(
                      new JobConditionBuilder().withType(how).withStatus("True").build())
                  .build());
          return job;
        });
  }
}
