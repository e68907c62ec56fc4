/** Commands on container images, Compose files and stale containers. */
@NullMarked
package io.smartt.emulation.cli.containers;

import org.jspecify.annotations.NullMarked;
