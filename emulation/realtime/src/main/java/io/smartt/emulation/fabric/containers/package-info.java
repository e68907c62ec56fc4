/** Networks of containers, for every engine that starts them. */
@NullMarked
package io.smartt.emulation.fabric.containers;

import org.jspecify.annotations.NullMarked;
