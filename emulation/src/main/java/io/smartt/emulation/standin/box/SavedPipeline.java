package io.smartt.emulation.standin.box;

import com.google.protobuf.InvalidProtocolBufferException;
import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.input.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.p4.v1.ForwardingPipelineConfig;

/**
 * The program that a switch starts with, as {@code /etc/stratum/pipeline_cfg.pb.txt} is Stratum's
 * (p4_service.cc:30), in binary form.
 */
record SavedPipeline(Path file) {
  /**
   * Reads it; empty if there is none.
   *
   * @throws RunFailedException if it is damaged
   */
  Optional<ForwardingPipelineConfig> read() {
    try {
      return Files.exists(file)
          ? Optional.of(ForwardingPipelineConfig.parseFrom(Files.readAllBytes(file)))
          : Optional.empty();
    } catch (InvalidProtocolBufferException e) {
      throw new RunFailedException(file + ": is no pipeline that a stand-in saved", e);
    } catch (IOException e) {
      throw new RunFailedException(file + " cannot be read: " + FileTrouble.reason(e), e);
    }
  }

  void write(ForwardingPipelineConfig config) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Path whole = Path.of(file + ".new");
      Files.write(whole, config.toByteArray());
      Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new RunFailedException(file + " cannot be written: " + FileTrouble.reason(e), e);
    }
  }
}
