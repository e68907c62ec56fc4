/** P4Runtime client: sessions, typed entities, writes with readable errors, reads. */
@NullMarked
package io.smartt.controller.p4runtime;

import org.jspecify.annotations.NullMarked;
