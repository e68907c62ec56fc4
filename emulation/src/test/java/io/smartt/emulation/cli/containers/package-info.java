/** Tests of the commands of containers and of what killed runs leave. */
@NullMarked
package io.smartt.emulation.cli.containers;

import org.jspecify.annotations.NullMarked;
