package io.smartt.testbed.sonic.change;

import module java.base;

import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.GnmiSwitch;
import io.smartt.testbed.sonic.GnmiSwitch.SetAnswer;
import io.smartt.testbed.sonic.LiveState;
import io.smartt.testbed.sonic.SonicException;
import io.smartt.testbed.sonic.Stage;
import io.smartt.testbed.sonic.Stage.StageKind;
import io.smartt.testbed.sonic.change.Settling.Outcome;

/**
 * Takes one switch through stages, one Set after the other, with the stage that is on its way on
 * record. Goes on only from what the switch shows.
 */
record StageRun(
    GnmiSwitch device,
    CheckpointStore checkpoints,
    Pace pace,
    Pace.Patience patience,
    Consumer<String> progress) {
  /** The number of times that a stage is sent that does not come. */
  private static final int TRIES = 2;

  /**
   * Finds out what became of a stage that an earlier run left on its way; asks nothing if there is
   * none.
   *
   * @throws UnknownOutcomeException if that cannot be found out
   */
  void settle() {
    Optional<Checkpoint> found = checkpoints.find(device.name());
    Optional<Checkpoint.SentStage> sent = found.flatMap(Checkpoint::sent);
    if (sent.isPresent()) {
      progress.accept(
          "%s: stage '%s' was sent at %s; looking what became of it, until %s at the latest"
              .formatted(device.name(), sent.get().kind(), sent.get().at(), latest()));
      Outcome outcome = new Settling(device, pace, patience).of(sent.get());
      if (outcome == Outcome.UNKNOWN) {
        throw new UnknownOutcomeException(device.name(), sent.get().kind(), "", patience);
      }
      progress.accept("%s: %s".formatted(device.name(), said(outcome)));
      checkpoints.save(found.get().settled());
    }
  }

  /**
   * Sends the stages.
   *
   * @param from what the switch holds
   * @throws SonicException if one failed; the switch then stands still
   * @throws UnknownOutcomeException if it is not known what became of one
   */
  void send(ConfigDb from, List<Stage> stages) {
    checkpoints.save(
        checkpoints
            .find(device.name())
            .orElseGet(() -> Checkpoint.of(device.name(), from))
            .touching(stages));
    ConfigDb at = from;
    for (int i = 0; i < stages.size(); i++) {
      Stage stage = stages.get(i);
      progress.accept(
          "%s: stage %d of %d, %s"
              .formatted(device.name(), i + 1, stages.size(), stage.describe()));
      ConfigDb after = stage.patch().appliedTo(at);
      SetAnswer answer = send(stage, new Checkpoint.SentStage(stage.kind(), pace.now(), at, after));
      requireEffects(stage);
      at = after;
      if (i == stages.size() - 1 && !(answer instanceof SetAnswer.Done)) {
        progress.accept(
            device.name()
                + ": whether it saved its configuration is not known; on the switch: sudo config"
                + " save -y");
      }
    }
  }

  /**
   * Sends one until it is there.
   *
   * @return what came back for the Set that did it
   */
  private SetAnswer send(Stage stage, Checkpoint.SentStage sent) {
    for (int tries = 1; ; tries++) {
      checkpoints.save(checkpoint().sending(sent));
      SetAnswer answer = device.send(stage.patch());
      Outcome outcome =
          switch (answer) {
            case SetAnswer.Done() -> held(stage);
            case SetAnswer.Failed(String text) -> {
              Outcome left = held(stage);
              if (left == Outcome.CAME) {
                progress.accept(text + "; yet it holds the change");
              }
              yield left;
            }
            case SetAnswer.Silence(String text) -> {
              progress.accept(
                  "%s; the switch may be at it still, so it is asked until %s at the latest"
                      .formatted(text, latest()));
              Outcome found = new Settling(device, pace, patience).of(sent);
              if (found == Outcome.UNKNOWN) {
                throw new UnknownOutcomeException(device.name(), stage.kind(), text, patience);
              }
              progress.accept(device.name() + ": " + said(found));
              yield found;
            }
          };
      checkpoints.save(checkpoint().settled());
      if (outcome == Outcome.CAME) {
        return answer;
      }
      boolean again = outcome == Outcome.DID_NOT_COME && answer instanceof SetAnswer.Silence;
      if (!again || tries == TRIES) {
        throw new SonicException(failure(stage, answer));
      }
    }
  }

  /** Returns when settling gives up that begins now, in UTC as all times of messages. */
  private Instant latest() {
    return pace.now().plus(patience.most()).truncatedTo(ChronoUnit.SECONDS);
  }

  private Checkpoint checkpoint() {
    return checkpoints
        .find(device.name())
        .orElseThrow(() ->
            new SonicException(
                checkpoints.file(device.name()) + " is gone, which is to say what to take back"));
  }

  /** Returns what an answered Set left; CONFIG_DB is Redis's again. */
  private Outcome held(Stage stage) {
    return stage.patch().isHeldBy(device.read()) ? Outcome.CAME : Outcome.HALF;
  }

  private String failure(Stage stage, SetAnswer answer) {
    return switch (answer) {
      case SetAnswer.Done() ->
          "%s: took stage '%s' but does not hold %s as sent"
              .formatted(
                  device.name(),
                  stage.kind(),
                  stage
                      .patch()
                      .firstNotHeldBy(device.read())
                      .map(change -> change.table() + "|" + change.key())
                      .orElse("it"));
      case SetAnswer.Failed(String text) -> text + " (stage '" + stage.kind() + "')";
      case SetAnswer.Silence(String text) -> text + " (stage '" + stage.kind() + "')";
    };
  }

  /** Waits until SONiC's daemons have acted. */
  private void requireEffects(Stage stage) {
    if (stage.effects().isEmpty()) {
      return;
    }
    Instant end = pace.now().plus(patience.quiet());
    while (true) {
      LiveState live = device.live(Set.of());
      Optional<Stage.Effect> missing =
          stage.effects().stream().filter(effect -> !effect.shownBy(live)).findFirst();
      if (missing.isEmpty()) {
        return;
      }
      if (!pace.now().isBefore(end)) {
        throw new SonicException(
            "%s: holds stage '%s', but after %d s STATE_DB has not followed: %s"
                .formatted(
                    device.name(), stage.kind(), patience.quiet().toSeconds(), missing.get()));
      }
      pace.pause(Duration.ofSeconds(1));
    }
  }

  private static String said(Outcome outcome) {
    return switch (outcome) {
      case CAME -> "it came";
      case DID_NOT_COME -> "it did not come";
      case HALF -> "some of it came";
      case UNKNOWN -> "not known";
    };
  }

  /** Nobody knows what became of a Set, so nothing may be sent until it is known. */
  public static final class UnknownOutcomeException extends SonicException {
    /**
     * An exception that says what the user can do.
     *
     * @param text what came back; empty: it was sent by another run
     */
    UnknownOutcomeException(String name, StageKind stage, String text, Pace.Patience patience) {
      super(
          (text.isEmpty() ? name : text)
              + ": what became of stage '"
              + stage
              + "' is not known after "
              + patience.most().toSeconds()
              + " s more. "
              + name
              + " was not touched since. 'smartt apply' finds out and goes on from there, 'smartt"
              + " revert' finds out and goes back");
    }
  }
}
