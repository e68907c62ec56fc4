/**
 * Random experiments of the virtual fabric, each from one seed, and the laws that every run obeys.
 */
@org.jspecify.annotations.NullMarked
package io.smartt.tests.seeded;
