/** Networks of containers, whatever engine starts them. */
@NullMarked
package io.smartt.emulation.fabric.containers;

import org.jspecify.annotations.NullMarked;
